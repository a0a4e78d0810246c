import Foundation

/// The number of operations to play, which the environment can set.
package enum PlayedOperations {
  private static var environment: [String: String] { ProcessInfo.processInfo.environment }

  /// The number of operations: a part of `STORE_ENGINES_OPERATIONS`, or a standard number without it.
  package static func count(standard: Int, part: Int = 1) -> Int {
    environment["STORE_ENGINES_OPERATIONS"].flatMap { Int($0) }.map { $0 / part } ?? standard
  }

  /// The first seed: `STORE_ENGINES_SEED`.
  package static var firstSeed: UInt64 { environment["STORE_ENGINES_SEED"].flatMap { UInt64($0) } ?? 0 }
}
