/// Measures an operation of ours against the raw one beside it, turn by turn, so that both see the same machine.
package struct Comparison {
  /// The quantity that is measured of one operation.
  package enum Unit: String, Codable {
    case nanoseconds = "ns"
    case bytes
  }

  package typealias Turn = @MainActor (_ operations: Int, _ stopwatch: Stopwatch) async -> Sample

  package let title: String
  /// The greatest ratio that is good enough.
  package let limit: Double
  /// The most context switches of ours for one operation.
  package let switchLimit: Double?
  package let unit: Unit
  /// The number of operations of one turn.
  package let operations: Int
  /// Whether the number is what is measured, and cannot be another.
  package let isSized: Bool
  package let rounds: Int
  package let ours: Turn
  package let raw: Turn

  /// Compares times.
  init(
    _ title: String,
    limit: Double,
    switchLimit: Double? = nil,
    operations: Int,
    isSized: Bool = false,
    rounds: Int = 15,
    ours: @escaping @MainActor (Int) async -> Void,
    raw: @escaping @MainActor (Int) async -> Void
  ) {
    self.title = title
    self.limit = limit
    self.switchLimit = switchLimit
    unit = .nanoseconds
    self.operations = operations
    self.isSized = isSized
    self.rounds = rounds
    self.ours = { await $1.time($0, ours) }
    self.raw = { await $1.time($0, raw) }
  }

  /// Compares the time of an operation with one that it must not exceed, in nanoseconds.
  init(
    _ title: String,
    within time: Double,
    operations: Int,
    rounds: Int = 15,
    ours: @escaping @MainActor (Int) async -> Void
  ) {
    self.title = title
    limit = 1
    switchLimit = nil
    unit = .nanoseconds
    self.operations = operations
    isSized = false
    self.rounds = rounds
    self.ours = { await $1.time($0, ours) }
    raw = { _, _ in Sample(cost: time, switches: 0) }
  }

  /// Compares what the closures have measured themselves, in bytes for one operation.
  init(
    bytes title: String,
    limit: Double,
    operations: Int,
    rounds: Int = 5,
    ours: @escaping @MainActor (Int) async -> Double,
    raw: @escaping @MainActor (Int) async -> Double
  ) {
    self.title = title
    self.limit = limit
    switchLimit = nil
    unit = .bytes
    self.operations = operations
    isSized = true
    self.rounds = rounds
    self.ours = { operations, _ in Sample(cost: await ours(operations), switches: 0) }
    self.raw = { operations, _ in Sample(cost: await raw(operations), switches: 0) }
  }

  /// Measures both in pairs; what is not given is the comparison's own.
  @MainActor
  package func run(
    rounds: Int? = nil,
    operations: Int? = nil,
    stopwatch: Stopwatch = .clock
  ) async -> MeasuredComparison {
    let operations = isSized ? self.operations : operations ?? self.operations
    var (ours, raw): ([Sample], [Sample]) = ([], [])
    _ = await self.raw(operations, stopwatch)
    _ = await self.ours(operations, stopwatch)
    for round in 0..<(rounds ?? self.rounds) {
      // The first in a pair sees a colder cache: take turns.
      if round.isMultiple(of: 2) {
        raw.append(await self.raw(operations, stopwatch))
        ours.append(await self.ours(operations, stopwatch))
      } else {
        ours.append(await self.ours(operations, stopwatch))
        raw.append(await self.raw(operations, stopwatch))
      }
    }
    return MeasuredComparison(
      title: title,
      limit: limit,
      switchLimit: switchLimit,
      unit: unit,
      ours: ours,
      raw: raw
    )
  }
}
