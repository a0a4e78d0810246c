public import Logging
public import StoreCore

/// An observer that logs each action with the difference that it has made to the state.
///
/// ```swift
/// let store = Store(initialState: Search(), options: StoreOptions(observers: [ChangeLog()]), reduce: reduce)
/// store.send(.typed("sw"))
/// ```
///
/// prints
///
/// ```text
/// [store 1] SearchAction.typed("sw"), sent at App/Search.swift:12
///     Search(
///   -   text: "",
///   +   text: "sw",
///       results: []
///     )
/// ```
///
/// It observes stores of all engines, also several at once, from the beginning or for a while; see
/// `Runtime.observe(_:)`. Changes that no action made are logged too: those of a running effect, if the state is an
/// object, and writes to a state from outside, as by a binding. Objects are compared by their properties, also in
/// optionals and in arrays of objects; an object deeper inside a value is compared with itself. An object to which
/// several others refer is compared at each of them, as long as no more than a thousand copies are needed. Of an actor in
/// an object only the type is shown, and of an object inside 200 others too.
///
/// Properties are read on the main actor, without a lock: do not log a state with an object to which other threads
/// write, such as a cache.
///
/// - Complexity: For each action, a comparison of the whole state, and reflection where it differs. The former state is
///   kept, so that a reducer copies what it changes. Do not use it where speed matters.
public struct ChangeLog: StateObserver {
  /// The destinations of entries.
  public enum Output: Sendable {
    /// The standard output.
    case standardOutput
    /// A logger; no state is kept or compared while it does not log at the level.
    case logger(Logger, level: Logger.Level = .debug)
    /// A function, called on the main actor before the effects of the action are launched.
    case function(@MainActor @Sendable (Entry) -> Void)
  }

  private let output: Output
  private let changesOnly: Bool
  private let isIncluded: @Sendable (any Sendable) -> Bool

  /// Creates a log of all actions.
  ///
  /// - Parameters:
  ///   - output: The destination of entries.
  ///   - changesOnly: Whether to leave out actions that change nothing.
  public init(to output: Output = .standardOutput, changesOnly: Bool = false) {
    self.output = output
    self.changesOnly = changesOnly
    isIncluded = { _ in true }
  }

  /// Creates a log of some actions.
  ///
  /// ```swift
  /// ChangeLog { (action: PlayerAction) in !action.isTick }
  /// ```
  ///
  /// - Parameters:
  ///   - output: The destination of entries.
  ///   - changesOnly: Whether to leave out actions that change nothing.
  ///   - isIncluded: Whether to log an action. Actions of another type, and changes that no action made, always are.
  public init<Action: Sendable>(
    to output: Output = .standardOutput,
    changesOnly: Bool = false,
    including isIncluded: @escaping @Sendable (Action) -> Bool
  ) {
    self.output = output
    self.changesOnly = changesOnly
    self.isIncluded = { action in (action as? Action).map(isIncluded) ?? true }
  }

  /// Makes a function that compares the states of one store.
  public func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void {
    let reader = ChangeReader()
    return { reading in
      guard isHeard else { return reader.forget() }
      guard let entry = reader.entry(for: reading, isWanted: isWanted(reading.event)) else { return }
      if !changesOnly || entry.change != .unchanged { write(entry) }
    }
  }

  /// Whether the output accepts entries now.
  private var isHeard: Bool {
    if case .logger(let logger, let level) = output { logger.logLevel <= level } else { true }
  }

  private func isWanted(_ event: RuntimeEvent?) -> Bool {
    switch event?.kind {
    case .actionHandled(let action, _), .actionVetoed(let action, _, _): isIncluded(action)
    default: true
    }
  }

  @MainActor
  private func write(_ entry: Entry) {
    switch output {
    case .standardOutput:
      // To print is what this output is for.
      print(entry)
    case .logger(let logger, let level):
      logger.log(
        level: level,
        "\(entry.words)",
        metadata: entry.metadata,
        source: entry.location.map { String($0.fileID.description.prefix { $0 != "/" }) } ?? "StoreRecording",
        file: entry.location?.fileID.description ?? #fileID,
        function: "send",
        line: entry.location?.line ?? #line
      )
    case .function(let receive):
      receive(entry)
    }
  }
}
