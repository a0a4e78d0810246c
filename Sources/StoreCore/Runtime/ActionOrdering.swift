/// The order of actions and effects: the next action is handled while the effects of the one before run, or after them.
///
/// In either ordering, handlers never overlap, and actions are handled in the order in which they came.
public struct ActionOrdering: Sendable {
  /// Whether an action waits for the effects of the one before.
  public let isSequential: Bool
  let warnAfter: Duration

  /// Effects run while later actions are handled.
  ///
  /// This is the default. An action can cancel the effects of earlier actions.
  public static let concurrent = ActionOrdering(isSequential: false, warnAfter: defaultWarning)

  /// An action waits until the effects of the action before it have ended, and all that these caused, except streams.
  ///
  /// What an effect sends to its own store belongs to the effect's action and is handled at once. This holds for `Send`
  /// in every case, and for the store's `send` if the call is made in the effect's own task or a child of it. A cancel
  /// by the store or by a handle does not wait. An action that cancels does, and comes too late for what runs when it
  /// is sent. As an action from outside waits until the effects of the one before have ended, a debounce or a policy
  /// has nothing to decide between such actions, except for streams. A throttle still applies: its interval may outlast
  /// the effect.
  public static let sequential = sequential(warnAfter: defaultWarning)

  /// ``sequential``, with the time after which a wait is reported.
  ///
  /// An effect that waits for an action which waits for that effect would block its store for ever. Where this can be
  /// detected, the wait returns at once, with an issue. It cannot be detected for a wait in a detached task.
  ///
  /// - Parameter warnAfter: How long a caller may wait, by the store's clock, for an action that a running effect holds
  ///   up, before the store reports that the two may wait for each other.
  /// - Returns: the ordering.
  public static func sequential(warnAfter: Duration) -> ActionOrdering {
    ActionOrdering(isSequential: true, warnAfter: EffectClock.wait(for: warnAfter))
  }

  private static let defaultWarning = Duration.seconds(10)
}
