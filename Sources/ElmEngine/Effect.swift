public import StoreCore

/// The work that a reducer asks its store to do after an action was handled.
///
/// The cases are public, so that a test of a reducer can match on what it returns.
///
/// Operations run off the main actor, in tasks that inherit neither task-local values nor the priority of the sender.
/// Their errors go to a ``catch(_:)``, or else to the store's error hook. Names are compared by type and value; a
/// string literal is the name made from that `String`.
///
/// Sequences and merges may have any number of members, and be nested to `EffectLimits.nesting` levels, modifiers and
/// maps included. The store drops a deeper effect and reports an issue.
public enum Effect<Action: Sendable>: Sendable {
  /// Does nothing.
  case none

  /// Runs effects one after another.
  ///
  /// A member starts once the action of the previous one has been handled. A member that is cancelled or replaced ends,
  /// and the rest continue. A member that throws ends the sequence.
  case sequence(EffectMembers<Effect<Action>>)

  /// Runs an operation and sends the action that it returns.
  case task(@concurrent @Sendable () async throws -> Action)

  /// Runs an operation under a name, and sends the action that it returns: Swift Tea's word for ``task(id:_:)``.
  ///
  /// A running effect of the same name is cancelled first.
  case cancellable(@concurrent @Sendable () async throws -> Action, EffectID)

  /// Forwards the elements of a stream as actions under a name, until the stream ends.
  ///
  /// At most `StreamLimits.capacity` elements wait to be handled.
  // Indirect, because other modules do not know the size of an `AsyncStream`: stored inline, it would have every effect
  // passed on by calls of the Swift runtime, at four times the cost of a whole send.
  indirect case stream(AsyncStream<Action>, id: EffectID)

  /// Cancels the effects of a name: Swift Tea's word for `cancel(id:)`.
  case cancel(EffectID)

  /// Starts effects together, in the given order.
  case merge(EffectMembers<Effect<Action>>)

  /// An effect in the vocabulary that all engines share; modifiers return this case.
  case program(EffectProgram<Action>)
}
