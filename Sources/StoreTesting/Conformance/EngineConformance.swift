/// Checks whether an engine keeps what all engines promise.
///
/// ```swift
/// @Test func `the engine keeps its promises`() async {
///   let report = await EngineConformance.check(MyAdapter())
///   #expect(report.isKept, "\(report)")
/// }
/// ```
///
/// Each check has a store of its own, in virtual time and on an executor that runs one effect at a time, so that a check
/// has the same outcome each time. No check waits for what an engine may never do.
public enum EngineConformance {
  /// Checks an engine.
  ///
  /// - Parameters:
  ///   - adapter: Puts the checks into the engine's words.
  ///   - promises: The promises to check.
  /// - Returns: what was found.
  @MainActor
  public static func check<Adapter: ConformanceAdapter>(
    _ adapter: Adapter,
    promises: [ConformancePromise] = ConformancePromise.allCases
  ) async -> ConformanceReport {
    var failures: [ConformanceFailure] = []
    var checkCount = 0
    for promise in promises {
      for check in ConformanceStage<Adapter>.checks(of: promise) {
        let stage = ConformanceStage(adapter)
        await check.body(stage)
        await stage.end()
        checkCount += 1
        failures += stage.problems.map { ConformanceFailure(promise: promise, check: check.title, message: $0) }
      }
    }
    return ConformanceReport(checkCount: checkCount, failures: failures)
  }
}
