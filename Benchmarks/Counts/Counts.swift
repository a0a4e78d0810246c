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
    // The thresholds are in files of this name.
    let title = comparison.title.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    count("\(title).ours", operations, threshold(of: comparison), comparison.ours)
    count("\(title).raw", operations, threshold(of: comparison), comparison.raw)
  }
}

/// Whether counting leaves the process alive.
///
/// Counting releases makes Swift 6.3's runtime crash on Linux where it retains strings that were made at run time, as
/// these have for names: https://github.com/ordo-one/benchmark/issues/349.
private func canBeCounted(_ comparison: Comparison) -> Bool {
  !["start and cancel", "is one running"].contains { comparison.title.hasPrefix($0) }
}

/// How far the figures may be from those that are kept.
///
/// Where two threads get into each other's way, how often they do is not the same each time: there, twice as many.
/// Elsewhere a few for a thousand operations, which are the measurement's own.
private func threshold(of comparison: Comparison) -> BenchmarkThresholds {
  ["burst", "stream", "subscribe", "enqueue", "from 2"].contains { comparison.title.contains($0) }
    ? BenchmarkThresholds(relative: [.p90: 100]) : BenchmarkThresholds(absolute: [.p90: 40])
}

@MainActor
private func count(
  _ title: String,
  _ operations: Int,
  _ threshold: BenchmarkThresholds,
  _ turn: @escaping Comparison.Measure
) {
  let metrics: [BenchmarkMetric] = [.objectAllocCount, .releaseCount]
  let configuration = Benchmark.Configuration(
    metrics: metrics,
    warmupIterations: 2,
    maxDuration: .seconds(5),
    maxIterations: 10,
    thresholds: Dictionary(uniqueKeysWithValues: metrics.map { ($0, threshold) })
  )
  Benchmark(title, configuration: configuration) { _ in
    _ = await turn(operations)
  }
}
