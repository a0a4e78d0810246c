/// An effect took longer than its timeout allowed.
public struct EffectTimeoutError: Error, Hashable, Sendable {
  /// How long it was given.
  public let duration: Duration

  /// Creates the error, for tests of what handles it.
  public init(duration: Duration) {
    self.duration = duration
  }
}

extension EffectTimeoutError: CustomStringConvertible {
  /// What happened, as logs show it.
  public var description: String {
    "The effect did not end within \(duration)."
  }
}
