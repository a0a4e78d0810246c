import StoreTesting
import Testing

/// Each known bug is found, by the promise that it breaks.
@MainActor
@Suite struct BrokenEngineTests {
  @Test(arguments: Defect.allCases)
  func `a broken engine is caught by the check of the promise that it breaks`(defect: Defect) async {
    let report = await EngineConformance.check(BrokenAdapter(defect: defect), promises: [defect.promise])
    #expect(report.brokenPromises.contains(defect.promise), "\(report)")
  }

  @Test func `a report says which promise is broken, what was checked and what was found`() async {
    let report = await EngineConformance.check(BrokenAdapter(defect: .replacesNothing), promises: [.launchPolicies])
    #expect(!report.isKept)
    #expect(
      report.description == """
        1 of 9 checks failed.
        Broken promise 4, launch policies do what they say.
          Checked: the same name replaces: the older run is cancelled first.
          Found: The older run was not cancelled.
        Broken promise 4, launch policies do what they say.
          Checked: the same name replaces: the older run is cancelled first.
          Found: 2 effects ran instead of 1.
        Broken promise 4, launch policies do what they say.
          Checked: the same name replaces: the older run is cancelled first.
          Found: It handled first, second, old, new instead of first, second, new.
        """
    )
  }

  @Test func `a report of an engine that keeps its promises confirms it`() async {
    let report = await EngineConformance.check(ChartAdapter(), promises: [.runawayChains])
    #expect(report.description == "All 1 checks passed.")
  }
}
