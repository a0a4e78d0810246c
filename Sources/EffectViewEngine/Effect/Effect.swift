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
/// It is a value: nothing happens until an update function returns it. The cases are public, so that a test of an update
/// function can match on what it returns.
///
/// Effects may be inside each other to `EffectLimits.nesting` levels, modifiers included; the host drops a deeper one with
/// an issue. A sequence or a merge may have any number of members.
///
/// Operations and actions run on the main actor, with the environment that the host captured. Long computations leave
/// it by a function that is marked `@concurrent`.
public indirect enum Effect<Event: Sendable, Env>: Sendable {
  /// Starts an operation, which sends events by its input: a ``run(id:priority:operation:)`` that cannot fail, in the word
  /// of EffectView.
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

  /// Handles an event next, before any that was sent meanwhile: ``send(_:)`` in the word of EffectView.
  case event(Event)

  /// Cancels the tasks of a name: `cancel(id:)` in the word of EffectView.
  ///
  /// They are gone when the next member of a sequence starts.
  case cancel(EffectID)

  /// Runs effects one after another, from left to right.
  ///
  /// A member starts after the one before has ended and the events of both kinds were handled: what an action returned,
  /// and what a task sent. A member that is cancelled or replaced ends, and the rest go on. One that throws ends the
  /// rest.
  case sequence([Effect])

  /// Starts effects together, in the given order.
  case merge([Effect])

  /// An effect whose operations are changed; modifiers such as `delay(for:clock:)` make these.
  case modified(Effect, by: EffectModifier)

  /// An effect whose errors are answered; ``catch(_:)`` makes these.
  case catching(Effect, handler: @MainActor (any Error) -> Event?)

  /// An effect that answers the cancel of its operations; ``onCancel(_:)`` makes these.
  case answeringCancel(Effect, handler: @MainActor @Sendable () -> Event?)

  /// An effect in the vocabulary that all engines share, made for an environment.
  case program(@MainActor (Env) -> EffectProgram<Event>)
}
