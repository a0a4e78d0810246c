/// What a test may leave behind in a store.
///
/// ```swift
/// await store.finish(ignoring: [.runningEffects, .drainingEffects])
/// ```
public struct Leftovers: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Actions that were received and not asserted.
  public static let receivedActions = Leftovers(rawValue: 1 << 0)
  /// A change of the state, made by something else than an action, that was not asserted.
  public static let stateChanges = Leftovers(rawValue: 1 << 1)
  /// Effects that run, or wait for their turn.
  public static let runningEffects = Leftovers(rawValue: 1 << 2)
  /// Effects that were cancelled or replaced and have not ended.
  public static let drainingEffects = Leftovers(rawValue: 1 << 3)
  /// Actions that the store has dropped, because their effect or their handle had been cancelled, or the store rested.
  public static let droppedActions = Leftovers(rawValue: 1 << 4)
  /// Issues that the runtime has reported.
  public static let issues = Leftovers(rawValue: 1 << 5)
  /// Errors that nothing has handled, and that were not received.
  public static let errors = Leftovers(rawValue: 1 << 6)
  /// All of them.
  public static let all: Leftovers = [
    .receivedActions, .stateChanges, .runningEffects, .drainingEffects, .droppedActions, .issues, .errors,
  ]
}
