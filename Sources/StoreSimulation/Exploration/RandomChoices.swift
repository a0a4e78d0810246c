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

  /// The numbers of one step.
  init(seed: UInt64, step: Int) {
    var hash = FNVHash()
    hash.combine(seed)
    hash.combine(12, step)
    generator = SeededGenerator(seed: hash.value)
  }

  /// Returns the next number.
  public mutating func next() -> UInt64 {
    generator.next()
  }
}
