public import StoreCore

/// What an engine needs to be checked: a store of one small feature, in the engine's own words.
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
