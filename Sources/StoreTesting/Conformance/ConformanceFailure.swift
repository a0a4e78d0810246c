/// A check that an engine did not stand.
public struct ConformanceFailure: Sendable, CustomStringConvertible {
  /// The promise that is broken.
  public let promise: ConformancePromise
  /// What was checked.
  public let check: String
  /// What was found.
  public let message: String

  /// The promise, the check and what was found.
  public var description: String {
    """
    Broken promise \(promise.rawValue), \(promise).
      Checked: \(check).
      Found: \(message)
    """
  }
}
