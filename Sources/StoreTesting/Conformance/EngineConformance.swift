public import StoreCore

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
/// has the same outcome each time. No check waits for what an engine may never do: where a second of its effects' work has
/// not made a store quiet, it fails, and waits no more.
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

/// A store of one small feature, in an engine's own words, by which the engine is checked.
///
/// ```swift
/// struct ElmAdapter: ConformanceAdapter {
///   func makeStore(options: StoreOptions) -> Store<[String], ConformanceAction> {
///     Store(initialState: [], options: options) { state, action in
///       var names = state
///       let effect = action.handle(&names)
///       return (names, elmEffect(of: effect))
///     }
///   }
///
///   func handled(in state: [String]) -> [String] { state }
/// }
/// ```
@MainActor
public protocol ConformanceAdapter {
  /// The engine's store.
  associatedtype Engine: StoreEngine where Engine.Action == ConformanceAction

  /// Makes a store with an empty list of names.
  ///
  /// Its handler calls ``ConformanceAction/handle(_:)`` with the list, and runs what that returns.
  func makeStore(options: StoreOptions) -> Engine

  /// The names of the actions that were handled.
  func handled(in state: Engine.State) -> [String]
}
