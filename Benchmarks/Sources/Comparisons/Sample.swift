import CProcess

/// The cost of one operation of a turn.
package struct Sample: Codable {
  /// In the comparison's unit.
  package let cost: Double
  /// The context switches of the process for one operation.
  package let switches: Double
}

/// The clock that times a turn.
package enum Stopwatch {
  /// The clock on the wall.
  case clock
  /// The processor: all threads of the process together, whatever else runs on the machine.
  case processor

  /// The nanoseconds and context switches that each of so many operations takes.
  @MainActor
  func time(_ operations: Int, _ body: @MainActor (Int) async -> Void) async -> Sample {
    let before = process_usage()
    let start = ContinuousClock.now
    await body(operations)
    let elapsed = (ContinuousClock.now - start) / .nanoseconds(1)
    let after = process_usage()
    let time = self == .clock ? elapsed : after.processor_time - before.processor_time
    return Sample(
      cost: time / Double(operations),
      switches: (after.context_switches - before.context_switches) / Double(operations)
    )
  }
}

extension [Sample] {
  /// The cost in the middle.
  package var cost: Double { map(\.cost).median }

  /// The context switches in the middle.
  package var switches: Double { map(\.switches).median }
}
