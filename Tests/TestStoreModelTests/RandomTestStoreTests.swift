import Testing
import _StoreTestSupport

/// Random features on all engines, and random tests of them, right ones and ones with a mistake.
///
/// `STORE_ENGINES_OPERATIONS=60000` makes a quarter as many steps, as do those of `.ci/run release`;
/// `STORE_ENGINES_SEED=7` begins with another seed.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(60))) struct RandomTestStoreTests {
  @Test func `a test store reports what the model predicts`() async {
    let steps = PlayedOperations.count(standard: 8_000, part: 4)
    let first = Int(PlayedOperations.firstSeed)
    var (seed, played, tests, right) = (first, 0, 0, 0)
    var differences: [String] = []
    while played < steps, differences.count < 3 {
      var source = ScriptSource(seed: seed)
      let script = source.script()
      let mistaken = ScriptSource.Mistake.allCases.compactMap { source.mistaken(script, $0) }
      for (index, script) in ([script] + mistaken).enumerated() {
        let engines = script.hasObject ? [TestedEngine.feature] : TestedEngine.allCases
        let engine = engines[(seed + index) % engines.count]
        let expected = Verdict(of: script).reports
        let reports = await Player.reports(of: script, on: engine)
        (played, tests) = (played + script.steps.count, tests + 1)
        if expected.isEmpty { right += 1 }
        guard !isSame(reports, expected) else { continue }
        differences.append("Seed \(seed) on \(engine): \(words(reports)), and not \(expected)\n\n\(script)")
      }
      seed += 1
    }
    print("RandomTestStoreTests: \(tests) tests, of which \(right) pass, by the seeds \(first)..<\(seed)")
    for difference in differences { Issue.record("\(difference)") }
    #expect(right * 5 > tests && right * 5 < tests * 4)
  }

  private func isSame(_ reports: [(step: Int, text: String)], _ expected: [Verdict.Report]) -> Bool {
    reports.count == expected.count
      && zip(reports, expected).allSatisfy { report, expected in
        report.step == expected.step && expected.words.allSatisfy { report.text.contains($0) }
      }
  }

  private func words(_ reports: [(step: Int, text: String)]) -> String {
    reports.map { "\($0.step): \($0.text)" }.joined(separator: "\n---\n")
  }
}
