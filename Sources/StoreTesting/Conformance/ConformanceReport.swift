/// The outcome of a check of an engine.
public struct ConformanceReport: Sendable, CustomStringConvertible {
  /// How many checks were made.
  public let checkCount: Int
  /// Those that the engine did not stand, in the order of the promises.
  public let failures: [ConformanceFailure]

  /// Whether all promises are kept, as far as was checked; `false` where nothing was.
  public var isKept: Bool { failures.isEmpty && checkCount > 0 }

  /// The promises that are broken.
  public var brokenPromises: Set<ConformancePromise> { Set(failures.map(\.promise)) }

  /// All failures in words.
  public var description: String {
    guard checkCount > 0 else { return "No check was made: there are no promises to check." }
    guard !isKept else { return "All \(checkCount) checks passed." }
    return (["\(Set(failures.map(\.check)).count) of \(checkCount) checks failed."] + failures.map(\.description))
      .joined(separator: "\n")
  }
}

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
