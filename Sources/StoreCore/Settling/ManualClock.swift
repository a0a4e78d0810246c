/// A clock that stands still until a test moves it, and tells an executor's record who sleeps on it.
package protocol ManualClock: AnyObject, Sendable {
  /// The executor of the effects that sleep on the clock.
  var executor: any EffectExecutor { get }
  /// The time, as the distance from the clock's beginning.
  var time: Duration { get }
  /// How long a wait for a sleeper goes on, by the system's clock, while nothing that can be seen runs.
  var waitLimit: Duration { get }
}
