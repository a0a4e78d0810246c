public import StoreCore

/// The work that an update function asks its host to do after an event was handled.
///
/// ```swift
/// case .queryChanged(let query):
///   state.query = query
///   return .task(name: "search") { input, env in
///     input(.resultsLoaded(await env.search(query)))
///   }
/// ```
///
/// An effect is a value: nothing happens until an update function returns it. The cases are public, so that a test of
/// an update function can match on what it returns.
///
/// Effects may be nested to `EffectLimits.nesting` levels, modifiers included; the host drops a deeper one and reports
/// an issue. A sequence or a merge may have any number of members.
///
/// Operations and actions run on the main actor, with the environment that the host captured. Long computations belong
/// in a `@concurrent` function.
public indirect enum Effect<Event: Sendable, Env>: Sendable {
  /// Starts an operation, which sends events by its input: EffectView's word for a ``run(id:priority:operation:)`` that
  /// cannot fail.
  ///
  /// A running task of the same name is cancelled first, and what it still sends is dropped. Names are compared by type
  /// and value; a string literal is the name made from that `String`.
  case task(
    name: EffectID? = nil,
    priority: TaskPriority? = nil,
    operation: @MainActor (Input<Event>, Env) async -> Void
  )

  /// Calls a function; an event that it returns is handled next, before any that was sent meanwhile.
  case action(action: @MainActor (Env) -> Event?)

  /// Handles an event next, before any that was sent meanwhile: EffectView's word for ``send(_:)``.
  case event(Event)

  /// Cancels the tasks of a name: EffectView's word for `cancel(id:)`.
  ///
  /// They are cancelled before the next member of a sequence starts.
  case cancel(EffectID)

  /// Runs effects one after another, from left to right.
  ///
  /// A member starts once the previous one has ended and its events have been handled, both those that an action
  /// returned and those that a task sent. A member that is cancelled or replaced ends, and the rest continue. A member
  /// that throws ends the rest.
  case sequence(EffectMembers<Effect>)

  /// Starts effects together, in the given order.
  case merge(EffectMembers<Effect>)

  /// An effect with a modifier, the only member; modifiers such as `delay(for:clock:)` return this case.
  case modified(EffectMembers<Effect>, by: EffectModifier)

  /// An effect whose errors are handled, the only member; ``catch(_:)`` returns this case.
  case catching(EffectMembers<Effect>, handler: @MainActor (any Error) -> Event?)

  /// An effect whose cancelled operations are handled, the only member; ``onCancel(_:)`` returns this case.
  case answeringCancel(EffectMembers<Effect>, handler: @MainActor @Sendable () -> Event?)

  /// An effect whose refusal is handled, the only member; ``onRefused(_:)`` returns this case.
  case answeringRefusal(EffectMembers<Effect>, handler: @MainActor @Sendable () -> Event?)

  /// An effect in the vocabulary that all engines share, made from the environment.
  case program(@MainActor (Env) -> EffectProgram<Event>)
}
