public import StoreCore

/// The checks of the promises that all engines make.
///
/// ```swift
/// @Test func `the engine keeps its promises`() async {
///   let report = await EngineConformance.check(MyAdapter())
///   #expect(report.isKept, "\(report)")
/// }
/// ```
///
/// Each check has its own stores, in virtual time, which stands still, and on an executor that runs one effect at a time,
/// so that a check has the same outcome each time. It is made with stores that are observed, and again with stores that are
/// not, unless it is about observers or has failed. No check waits for something that an engine may never do: if a store
/// is not quiet after a second of its effects' work, the check fails, and waits no longer.
public enum EngineConformance {
  /// Checks an engine.
  ///
  /// - Parameters:
  ///   - adapter: The translation of the checks into the engine's own words.
  ///   - promises: The promises to check.
  /// - Returns: a report of the failures.
  @MainActor
  public static func check<Adapter: ConformanceAdapter>(
    _ adapter: Adapter,
    promises: [ConformancePromise] = ConformancePromise.allCases
  ) async -> ConformanceReport {
    var failures: [ConformanceFailure] = []
    var checkCount = 0
    for promise in promises {
      for check in ConformanceStage<Adapter>.checks(of: promise) {
        if let ending = check.ending, adapter.missingEndings.contains(ending) { continue }
        let stage = await play(check, with: adapter, isObserved: true)
        checkCount += 1
        var problems = stage.problems
        if problems.isEmpty, !stage.readsEvents {
          problems = await play(check, with: adapter, isObserved: false).problems.map { "Without an observer: \($0)" }
        }
        failures += problems.map { ConformanceFailure(promise: promise, check: check.title, message: $0) }
      }
    }
    return ConformanceReport(checkCount: checkCount, failures: failures)
  }

  @MainActor
  private static func play<Adapter: ConformanceAdapter>(
    _ check: ConformanceCheck<Adapter>,
    with adapter: Adapter,
    isObserved: Bool
  ) async -> ConformanceStage<Adapter> {
    let stage = ConformanceStage(adapter, isObserved: isObserved)
    await check.body(stage)
    await stage.end()
    return stage
  }
}

/// An adapter that writes the feature of the checks in an engine's own words.
///
/// ```swift
/// struct ElmAdapter: ConformanceAdapter {
///   func makeStore(options: StoreOptions) -> Store<[String], ConformanceAction> {
///     Store(initialState: [], options: options) { (state: [String], action: ConformanceAction) in
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

  /// Returns the names of the actions that were handled.
  func handled(in state: Engine.State) -> [String]

  /// The ways to end an effect that the engine does not have: they are not checked.
  var missingEndings: Set<ConformanceEnding> { get }
}

extension ConformanceAdapter {
  /// None: the engine has each way to end an effect.
  public var missingEndings: Set<ConformanceEnding> { [] }
}
