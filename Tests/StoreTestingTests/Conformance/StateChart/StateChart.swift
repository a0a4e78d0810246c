import StoreCore

/// A chart of states: what each event leads to, and what is done then.
///
/// With ``ChartStore`` it is an engine of somebody else's, on what StoreCore offers to everybody.
struct StateChart<Phase: Hashable, Context, Event: Sendable> {
  /// What an event leads to.
  struct Step {
    /// The next phase; `nil` stays in the same one.
    var next: Phase?
    var effect: EffectProgram<Event> = .none
  }

  let initial: Phase
  /// What an event leads to in a phase.
  let step: @MainActor (Phase, inout Context, Event) -> Step
  /// What runs while the chart is in a phase, under the phase's name; it is cancelled when the phase is left.
  let activity: @MainActor (Phase) -> EffectProgram<Event>
}
