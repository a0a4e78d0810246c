import StoreCore

/// A chart of states: the phase that each event leads to, and the work in it.
///
/// With ``ChartStore`` it is a third-party engine, on the public interface of StoreCore.
struct StateChart<Phase: Hashable, Context, Event: Sendable> {
  /// The result of an event.
  struct Step {
    /// The next phase; `nil` stays in the same one.
    var next: Phase?
    var effect: EffectProgram<Event> = .none
  }

  let initial: Phase
  /// The result of an event in a phase.
  let step: @MainActor (Phase, inout Context, Event) -> Step
  /// The work of a phase, under the phase's name; it is cancelled when the phase is left.
  let activity: @MainActor (Phase) -> EffectProgram<Event>
}
