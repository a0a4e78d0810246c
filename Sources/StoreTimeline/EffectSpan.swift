/// The life of an effect in a timeline.
public struct EffectSpan: Equatable, Sendable {
  /// The end of an effect's life.
  public enum Outcome: String, CaseIterable, Encodable, Sendable {
    /// It has not ended.
    case running
    /// Its operation returned.
    case finished
    /// Its operation threw.
    case failed
    /// It was cancelled, while it waited or ran.
    case cancelled
    /// A newer one of the same name took its place.
    case replaced
    /// It was not launched, or gave up its place while it waited.
    case refused
  }

  /// The number, from 1, by which causes name it.
  public var number: Int
  /// The name by which it is cancelled and replaced, if it has one.
  public var id: String?
  /// The name of its task, if it has one.
  public var name: String?
  /// Whether it forwards a stream.
  public var isStream = false
  /// What it came from; nil for what came from outside.
  public var cause: TimelineCause?
  /// When it was registered or refused.
  public var launched: Duration
  /// When its task was made; later than the launch for one that had to wait, nil for one that never came to it.
  public var started: Duration?
  /// When it left the registry; nil for one that runs on.
  public var ended: Duration?
  /// How it ended.
  public var outcome = Outcome.running
  /// The error of one that failed, or why it was refused.
  public var detail: String?
  /// When the task of a cancelled one had ended too.
  public var drained: Duration?

  /// The last time that is known of it.
  public var lastTime: Duration { max(drained ?? launched, ended ?? launched, started ?? launched) }
}

extension EffectSpan: Encodable {
  private enum CodingKeys: String, CodingKey {
    case number, id, name
    case isStream = "stream"
    case cause, launched, started, ended, outcome, detail, drained
  }
}
