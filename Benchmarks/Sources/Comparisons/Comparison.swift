/// Measures an operation of ours against the raw one beside it, turn by turn, so that both see the same machine.
package struct Comparison {
  /// What is measured of one operation.
  package enum Unit: String, Codable {
    case nanoseconds = "ns"
    case bytes
  }

  package typealias Measure = @MainActor (Int) async -> Double

  package let title: String
  /// The greatest ratio that is good enough.
  package let limit: Double
  package let unit: Unit
  /// The number of operations of one turn.
  package let operations: Int
  package let rounds: Int
  /// What each operation of a turn takes.
  package let ours: Measure
  package let raw: Measure

  /// Compares times.
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
    unit = .nanoseconds
    self.operations = operations
    self.rounds = rounds
    self.ours = Self.timed(ours)
    self.raw = Self.timed(raw)
  }

  /// Compares what the closures have measured themselves, in bytes for one operation.
  init(
    bytes title: String,
    limit: Double,
    operations: Int,
    rounds: Int = 5,
    ours: @escaping Measure,
    raw: @escaping Measure
  ) {
    self.title = title
    self.limit = limit
    unit = .bytes
    self.operations = operations
    self.rounds = rounds
    self.ours = ours
    self.raw = raw
  }

  private static func timed(_ body: @escaping @MainActor (Int) async -> Void) -> Measure {
    { operations in
      let start = ContinuousClock.now
      await body(operations)
      return (ContinuousClock.now - start) / .nanoseconds(1) / Double(operations)
    }
  }

  /// Measures both in pairs.
  @MainActor
  package func run(rounds: Int) async -> MeasuredComparison {
    var (ours, raw): ([Double], [Double]) = ([], [])
    _ = await self.raw(operations)
    _ = await self.ours(operations)
    for round in 0..<rounds {
      // The first in a pair sees a colder cache: take turns.
      if round.isMultiple(of: 2) {
        raw.append(await self.raw(operations))
        ours.append(await self.ours(operations))
      } else {
        ours.append(await self.ours(operations))
        raw.append(await self.raw(operations))
      }
    }
    return MeasuredComparison(title: title, limit: limit, unit: unit, ours: ours, raw: raw)
  }
}
