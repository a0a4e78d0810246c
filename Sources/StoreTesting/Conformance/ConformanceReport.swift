/// The outcome of a check of an engine.
public struct ConformanceReport: Sendable, CustomStringConvertible {
  /// The number of checks that were made.
  public let checkCount: Int
  /// The checks that the engine failed, in the order of the promises.
  public let failures: [ConformanceFailure]

  /// Whether the engine passed all checks; `false` if there were none.
  public var isKept: Bool { failures.isEmpty && checkCount > 0 }

  /// The promises that are broken.
  public var brokenPromises: Set<ConformancePromise> { Set(failures.map(\.promise)) }

  /// All failures as text.
  public var description: String {
    guard checkCount > 0 else { return "No check was made: there are no promises to check." }
    guard !isKept else { return "All \(checkCount) checks passed." }
    return (["\(Set(failures.map(\.check)).count) of \(checkCount) checks failed."] + failures.map(\.description))
      .joined(separator: "\n")
  }
}

/// A check that an engine failed.
public struct ConformanceFailure: Sendable, CustomStringConvertible {
  /// The promise that is broken.
  public let promise: ConformancePromise
  /// What was checked.
  public let check: String
  /// The finding.
  public let message: String

  /// The promise, the check and the finding.
  public var description: String {
    """
    Broken promise \(promise.rawValue), \(promise).
      Checked: \(check).
      Found: \(message)
    """
  }
}
