public import StoreCore

/// A feature on one engine, as a comparison needs it.
@MainActor
public struct ComparedEngine<Command: Sendable, Observation: Equatable> {
  /// One play of a scenario.
  struct Play {
    let perform: @MainActor (Command) -> Void
    let observe: @MainActor () -> Observation
  }

  /// What it is called in reports.
  public nonisolated let name: String

  let start: @MainActor (StoreOptions) -> Play

  /// Creates the feature on an engine.
  ///
  /// - Parameters:
  ///   - name: What it is called in reports.
  ///   - makeStore: Makes a store with options.
  ///   - perform: Does what a step says; sends an action, as a rule.
  ///   - observe: What is compared of a state. Leave out what engines differ in by design.
  public init<Engine: StoreEngine>(
    _ name: String,
    makeStore: @escaping @MainActor (StoreOptions) -> Engine,
    perform: @escaping @MainActor (Engine, Command) -> Void,
    observe: @escaping @MainActor (Engine.State) -> Observation
  ) {
    self.name = name
    start = { options in
      let store = makeStore(options)
      return Play(perform: { perform(store, $0) }, observe: { observe(store.state) })
    }
  }
}
