import Benchmark
import Comparisons
import Dispatch

/// Objects allocated and references released by a thousand operations of each comparison, ours beside the raw means.
///
/// Times vary from hour to hour; these figures repeat.
let benchmarks: @Sendable () -> Void = {
  // Called in the pool; the main thread waits for work.
  DispatchQueue.main.sync {
    MainActor.assumeIsolated { countAll() }
  }
}

@MainActor
private func countAll() {
  for comparison in comparisons() where comparison.unit == .nanoseconds && canBeCounted(comparison) {
    let operations = min(comparison.operations, 1_000)
    // What is noted is in files of this name.
    let title = comparison.title.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    count("\(title).\(repeats(comparison) ? "ours" : "varying")", operations, comparison.ours)
    count("\(title).raw", operations, comparison.raw)
  }
}

/// Whether counting leaves the process alive.
///
/// Counting releases makes Swift 6.3's runtime crash on Linux where it retains strings that were made at run time, as
/// these have for names: https://github.com/ordo-one/benchmark/issues/349.
private func canBeCounted(_ comparison: Comparison) -> Bool {
  !["start and cancel", "is one running"].contains { comparison.title.hasPrefix($0) }
}

/// Whether the counts are the same each time: not where two threads work at once, and how often one finds the other
/// there depends on the moment.
private func repeats(_ comparison: Comparison) -> Bool {
  let title = comparison.title
  // These never leave the main actor.
  if title == "feature: run, burst" || title == "effectview: task, burst" { return true }
  return !["burst", "stream", "subscribe", "from 1", "from 2", "from 8"].contains { title.contains($0) }
}

@MainActor
private func count(_ title: String, _ operations: Int, _ turn: @escaping Comparison.Measure) {
  let configuration = Benchmark.Configuration(
    metrics: [.objectAllocCount, .releaseCount],
    warmupIterations: 2,
    maxDuration: .seconds(5),
    maxIterations: 10,
    // A few in a thousand operations are the measurement's own.
    thresholds: [
      .objectAllocCount: BenchmarkThresholds(absolute: [.p90: 40]),
      .releaseCount: BenchmarkThresholds(absolute: [.p90: 400]),
    ]
  )
  Benchmark(title, configuration: configuration) { _ in
    _ = await turn(operations)
  }
}
