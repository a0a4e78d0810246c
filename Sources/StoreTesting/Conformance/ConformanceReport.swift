/// What a check of an engine has found.
public struct ConformanceReport: Sendable, CustomStringConvertible {
  /// How many checks were made.
  public let checkCount: Int
  /// Those that the engine did not stand, in the order of the promises.
  public let failures: [ConformanceFailure]

  /// Whether all promises are kept, as far as was checked.
  public var isKept: Bool { failures.isEmpty }

  /// The promises that are broken.
  public var brokenPromises: Set<ConformancePromise> { Set(failures.map(\.promise)) }

  /// All failures in words.
  public var description: String {
    guard !isKept else { return "All \(checkCount) checks passed." }
    return (["\(Set(failures.map(\.check)).count) of \(checkCount) checks failed."] + failures.map(\.description))
      .joined(separator: "\n")
  }
}
