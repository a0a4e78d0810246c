/// How an effect ended.
public enum EffectOutcome: Sendable {
  /// The operation returned.
  case finished
  /// The operation threw.
  case failed(any Error)
  /// It was cancelled by name, by a handle, or because its store went away.
  case cancelled
  /// A newer effect of the same name took its place.
  case replaced
  /// It waited for the end of a throttle's interval, and its policy refused it then.
  case refused(RefusalReason)
}
