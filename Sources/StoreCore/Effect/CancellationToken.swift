import Atomics

/// What tells one launch of an effect from every other launch in the process.
///
/// Tokens grow: of two launches, the later one has the greater token.
public struct CancellationToken: Hashable, Comparable, Sendable {
  /// The number behind the token; the first launch of the process has 1.
  public let rawValue: UInt64

  private static let launches = ManagedAtomic<UInt64>(0)

  /// The token of a launch that happens now.
  static func next() -> CancellationToken {
    CancellationToken(rawValue: launches.wrappingIncrementThenLoad(ordering: .relaxed))
  }

  /// Whether the launch of `lhs` was before the launch of `rhs`.
  public static func < (lhs: CancellationToken, rhs: CancellationToken) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}
