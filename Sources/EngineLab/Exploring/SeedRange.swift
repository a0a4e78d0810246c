/// Consecutive seeds, or every second, third and so on of them.
struct SeedRange: Sequence, Sendable {
  var first: UInt64
  var count: Int
  var step: UInt64 = 1

  /// Returns the seeds after the first ones; `nil` if there are none.
  func dropping(_ number: Int) -> SeedRange? {
    guard number < count else { return nil }
    return SeedRange(first: first + UInt64(number) * step, count: count - number, step: step)
  }

  func makeIterator() -> AnyIterator<UInt64> {
    AnyIterator((0..<count).lazy.map { first + UInt64($0) * step }.makeIterator())
  }

  /// Returns the same seeds, dealt out one by one.
  func shared(among count: Int) -> [SeedRange] {
    (0..<Swift.max(1, Swift.min(count, self.count))).map { index in
      let share = (self.count - index - 1) / count + 1
      return SeedRange(first: first + UInt64(index) * step, count: share, step: step * UInt64(count))
    }
  }
}
