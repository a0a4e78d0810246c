/// When a store handles the next action: while the effects of the one before run, or after them.
///
/// In either order a handler never overlaps another one, and actions are handled in the order in which they came.
public struct ActionOrdering: Sendable {
  /// Whether an action waits for the effects of the one before.
  public let isSequential: Bool
  let warnAfter: Duration

  /// Effects run beside the handling of later actions.
  ///
  /// This is the default. An action can cancel the effects of those before it.
  public static let concurrent = ActionOrdering(isSequential: false, warnAfter: defaultWarning)

  /// An action waits until the effects of the action before it have ended, and all that these caused, streams excepted.
  ///
  /// What an effect sends to its own store belongs to its own action: it is handled at once, by `Send` in every case, and
  /// by the store's `send` where the call is made in the effect's own task or a child of it. A cancel by the store or by
  /// a handle does not wait. An action that cancels does; it comes too late for what runs when it is sent.
  public static let sequential = sequential(warnAfter: defaultWarning)

  /// ``sequential``, with the time after which a wait is reported.
  ///
  /// An effect that waits for an action which waits for that effect would hold its store up for ever. Where that can be
  /// seen the wait returns at once, with an issue. It cannot be seen where the wait is made in a detached task.
  ///
  /// - Parameter warnAfter: How long somebody may wait, by the store's clock, for an action behind a running effect, before
  ///   the store reports that the two may wait for each other.
  /// - Returns: the ordering.
  public static func sequential(warnAfter: Duration) -> ActionOrdering {
    ActionOrdering(isSequential: true, warnAfter: EffectClock.wait(for: warnAfter))
  }

  private static let defaultWarning = Duration.seconds(10)
}
