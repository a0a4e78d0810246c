import StoreTesting
import Testing
import _StoreTestSupport

/// All engines keep what all engines promise.
@MainActor
@Suite struct EngineConformanceTests {
  @Test(arguments: ConformancePromise.allCases)
  func `ElmEngine keeps its promises`(promise: ConformancePromise) async {
    let report = await EngineConformance.check(ElmAdapter(), promises: [promise])
    #expect(report.isKept, "\(report)")
    #expect(report.checkCount > 0)
  }

  @Test(arguments: ConformancePromise.allCases)
  func `FeatureEngine keeps its promises`(promise: ConformancePromise) async {
    let report = await EngineConformance.check(FeatureAdapter(), promises: [promise])
    #expect(report.isKept, "\(report)")
  }

  @Test(arguments: ConformancePromise.allCases)
  func `EffectViewEngine keeps its promises`(promise: ConformancePromise) async {
    let report = await EngineConformance.check(EffectViewAdapter(), promises: [promise])
    #expect(report.isKept, "\(report)")
  }

  @Test(arguments: ConformancePromise.allCases)
  func `ReduxBridge keeps its promises`(promise: ConformancePromise) async {
    let report = await EngineConformance.check(ReduxAdapter(), promises: [promise])
    #expect(report.isKept, "\(report)")
  }

  /// Without those whose checks ask observers, which are notified for the whole store; see the next test.
  private nonisolated static let promisesOfScopes = Set(ConformancePromise.allCases)
    .subtracting([.observation, .launchPolicies, .finalCancel])

  @Test(arguments: promisesOfScopes)
  func `a scope of a child keeps the promises of its store`(promise: ConformancePromise) async {
    let report = await EngineConformance.check(ScopedAdapter(), promises: [promise])
    #expect(report.isKept, "\(report)")
    #expect(report.checkCount > 0)
  }

  @Test(arguments: ConformancePromise.allCases)
  func `a scope without an id keeps the promises of its store`(promise: ConformancePromise) async {
    let report = await EngineConformance.check(UnnamedScopeAdapter(), promises: [promise])
    #expect(report.isKept, "\(report)")
  }

  @Test(arguments: ConformancePromise.allCases)
  func `a third-party engine on StoreCore keeps its promises`(promise: ConformancePromise) async {
    let report = await EngineConformance.check(ChartAdapter(), promises: [promise])
    #expect(report.isKept, "\(report)")
  }

  @Test(arguments: ConformancePromise.allCases)
  func `the smallest engine on StoreCore keeps its promises`(promise: ConformancePromise) async {
    let report = await EngineConformance.check(ScriptAdapter(), promises: [promise])
    #expect(report.isKept, "\(report)")
  }

  @Test func `a way to end an effect that an engine does not have is not checked`() async {
    struct Lacking: ConformanceAdapter {
      let missingEndings: Set<ConformanceEnding>
      func makeStore(options: StoreOptions) -> ScriptStore<ConformanceAction> {
        ScriptAdapter().makeStore(options: options)
      }
      func handled(in state: [ConformanceAction]) -> [String] { ScriptAdapter().handled(in: state) }
    }
    let all = await EngineConformance.check(ScriptAdapter(), promises: [.observation]).checkCount
    let some = await EngineConformance.check(Lacking(missingEndings: [.owner, .all]), promises: [.observation])
    #expect(some.isKept && some.checkCount == all - 2)
  }

  @Test func `if no promise is checked, none is said to be kept`() async {
    let report = await EngineConformance.check(ElmAdapter(), promises: [])
    #expect(!report.isKept)
    #expect(report.description == "No check was made: there are no promises to check.")
  }
}
