public import StoreCore

/// The work that a reducer asks its store to do after an action was handled.
///
/// The cases are public, so that a test of a reducer can match on what it returns.
///
/// Operations run off the main actor, in tasks that inherit neither task-local values nor the priority of the
/// sender. Their errors go to a ``catch(_:)``, else to the store's error hook. Names are compared by type and
/// value; a string literal is the name made from that `String`.
///
/// Sequences and merges may have any number of members, and be inside each other to `EffectLimits.nesting` levels; with
/// modifiers, which make programs, to `EffectLimits.programNesting`. The store drops a deeper effect with an issue.
public enum Effect<Action: Sendable>: Sendable {
  /// Does nothing.
  case none

  /// Runs effects one after another.
  ///
  /// A member starts after the action of the previous one was handled. A member that is cancelled or replaced
  /// ends, and the rest go on. A member that throws ends the sequence.
  case sequence([Effect<Action>])

  /// Runs an operation and sends the action that it returns.
  case task(@concurrent @Sendable () async throws -> Action)

  /// Runs an operation under a name, and sends the action that it returns: ``task(id:_:)`` in the word of Swift Tea.
  ///
  /// A running effect of the same name is cancelled first.
  case cancellable(@concurrent @Sendable () async throws -> Action, EffectID)

  /// Forwards the elements of a stream as actions under a name, until the stream ends.
  ///
  /// At most `StreamLimits.capacity` elements wait to be handled.
  // Indirect, because the size of an `AsyncStream` is not known to other modules: with it inside, every effect
  // would be passed on by calls of the runtime, at four times the cost of a whole send.
  indirect case stream(AsyncStream<Action>, id: EffectID)

  /// Cancels the effects of a name: `cancel(id:)` in the word of Swift Tea.
  case cancel(EffectID)

  /// Starts effects together, in the given order.
  case merge([Effect<Action>])

  /// An effect in the vocabulary that all engines share; modifiers make these.
  case program(EffectProgram<Action>)
}
