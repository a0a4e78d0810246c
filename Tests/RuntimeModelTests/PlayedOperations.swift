import Foundation

/// The amount that is played, as the environment says.
enum PlayedOperations {
  private static var environment: [String: String] { ProcessInfo.processInfo.environment }

  /// How many operations: a part of what `STORE_ENGINES_OPERATIONS` says, and a standard without it.
  static func count(standard: Int, part: Int = 1) -> Int {
    environment["STORE_ENGINES_OPERATIONS"].flatMap { Int($0) }.map { $0 / part } ?? standard
  }

  /// The seed to begin with, as `STORE_ENGINES_SEED` says.
  static var firstSeed: UInt64 { environment["STORE_ENGINES_SEED"].flatMap { UInt64($0) } ?? 0 }
}
