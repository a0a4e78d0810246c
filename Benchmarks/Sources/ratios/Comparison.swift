/// Times an operation of ours against the raw one beside it, turn by turn, so that both see the same machine.
struct Comparison {
  let title: String
  /// The greatest ratio that is good enough.
  let limit: Double
  /// The number of operations of one timed turn.
  let operations: Int
  let rounds: Int
  let ours: @MainActor (Int) async -> Void
  let raw: @MainActor (Int) async -> Void

  init(
    _ title: String,
    limit: Double,
    operations: Int,
    rounds: Int = 15,
    ours: @escaping @MainActor (Int) async -> Void,
    raw: @escaping @MainActor (Int) async -> Void
  ) {
    self.title = title
    self.limit = limit
    self.operations = operations
    self.rounds = rounds
    self.ours = ours
    self.raw = raw
  }

  struct Result {
    /// Medians over the rounds, in nanoseconds for one operation.
    let ours: Double
    let raw: Double

    var ratio: Double { ours / raw }
  }

  @MainActor
  func run(rounds: Int) async -> Result {
    var ours: [Double] = []
    var raw: [Double] = []
    await self.raw(operations)
    await self.ours(operations)
    for round in 0..<rounds {
      // The first in a pair sees a colder cache: take turns.
      if round.isMultiple(of: 2) {
        raw.append(await time(self.raw))
        ours.append(await time(self.ours))
      } else {
        ours.append(await time(self.ours))
        raw.append(await time(self.raw))
      }
    }
    return Result(ours: median(ours), raw: median(raw))
  }

  @MainActor
  private func time(_ body: @MainActor (Int) async -> Void) async -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    await body(operations)
    let elapsed = clock.now - start
    return (Double(elapsed.components.seconds) * 1e9 + Double(elapsed.components.attoseconds) / 1e9)
      / Double(operations)
  }

  private func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }
}
