/// The life of an effect in a timeline.
package struct EffectSpan: Equatable, Sendable {
  /// The number, from 1, which the causes of others name.
  package var number: Int

  /// The name by which it is cancelled and replaced, if it has one.
  package var id: String?

  /// The name of its task, if it has one.
  package var name: String?

  /// Whether it forwards a stream.
  package var isStream: Bool

  /// What it came from; nil for what came from outside.
  package var cause: TimelineCause?

  /// When it was registered or refused.
  package var launched: Duration

  /// When its task was made; later than the launch for one that had to wait, nil for one that never came to it.
  package var started: Duration?

  /// When it left the registry; nil for one that runs on.
  package var ended: Duration?

  /// How it ended.
  package var outcome: Outcome

  /// The error of one that failed, or why it was refused.
  package var detail: String?

  /// When the task of a cancelled one had ended too.
  package var drained: Duration?

  /// Creates a span.
  package init(
    number: Int,
    id: String? = nil,
    name: String? = nil,
    isStream: Bool = false,
    cause: TimelineCause? = nil,
    launched: Duration,
    started: Duration? = nil,
    ended: Duration? = nil,
    outcome: Outcome = .running,
    detail: String? = nil,
    drained: Duration? = nil
  ) {
    self.number = number
    self.id = id
    self.name = name
    self.isStream = isStream
    self.cause = cause
    self.launched = launched
    self.started = started
    self.ended = ended
    self.outcome = outcome
    self.detail = detail
    self.drained = drained
  }

  /// The last time that is known of it.
  package var lastTime: Duration { max(drained ?? launched, ended ?? launched, started ?? launched) }
}
