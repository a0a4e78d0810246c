import StoreCore

/// A source of numbers for a test's own choices, which a run's seed determines.
///
/// ```swift
/// let count = Int.random(in: 1...5, using: &bench.random)
/// ```
public struct RandomChoices: RandomNumberGenerator, Sendable {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// Returns the next number.
  public mutating func next() -> UInt64 {
    generator.next()
  }
}
