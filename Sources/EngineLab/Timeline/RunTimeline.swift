/// What happened on one engine, and when: what a report draws.
///
/// Everything is numbered from 1 in the order in which it was first seen, so that two plays of the same scenario give
/// the same timeline; the runtime's own numbers go on from one store to the next.
package struct RunTimeline: Equatable, Sendable {
  /// The actions that were handled or dropped, in order.
  package var actions: [ActionMark]

  /// The effects that were launched or refused, in the order of their launches.
  package var effects: [EffectSpan]

  /// What the user saw: first at the beginning, then at each time at which it had changed.
  package var screens: [ScreenMark]

  /// Creates a timeline.
  package init(actions: [ActionMark] = [], effects: [EffectSpan] = [], screens: [ScreenMark] = []) {
    self.actions = actions
    self.effects = effects
    self.screens = screens
  }

  /// The time of the last thing that happened.
  package var end: Duration {
    let ends = actions.map(\.lastTime) + effects.map(\.lastTime) + screens.map(\.time)
    return ends.max() ?? .zero
  }
}
