import Benchmark
import Comparisons
import Dispatch

/// Objects allocated by a thousand operations of those comparisons in which a user could notice more of them.
///
/// Times vary from hour to hour; these figures repeat.
let benchmarks: @Sendable () -> Void = {
  // Called in the pool; the main thread waits for work.
  DispatchQueue.main.sync {
    MainActor.assumeIsolated { countAll() }
  }
}

/// Operations that have handled their action when they return: not one object more than was noted, which is none but
/// where the tracking of a state allocates its own, and for what a store itself is made of.
private let synchronous = [
  "send, nobody observes",
  "send, an observer that does nothing",
  "send, recorded, against observed",
  "send, a saver waits, against none",
  "send and read",
  "send and read, tracked",
  "send, 100,000 rows against 10",
  "send through ten levels, against none",
  "feature: send",
  "feature: send, one middleware, against none",
  "effectview: host.send, against Elm's",
  "effectview: input.send, against Elm's",
  "a store made, used and dropped",
]

/// Operations that take a task: up to half more than was noted goes unnoticed.
private let asynchronous = [
  "effect round trip, each awaited",
  "a sequence of two, against one raw trip",
]

/// The same, where one thread does it all: a tenth of an object for each element goes unnoticed.
///
/// Work that two threads do at once is not counted: how many elements one turn finds would depend on the moment.
private let ordered = ["stream element, prefilled, on one thread", "stream element, alone, on one thread"]

@MainActor private let all = comparisons() + streamsOnMainThread()

@MainActor
private func countAll() {
  // A few in a thousand operations are the measurement's own.
  count(synchronous, room: BenchmarkThresholds(absolute: [.p90: 40]))
  count(asynchronous, room: BenchmarkThresholds(relative: [.p90: 50]))
  count(ordered, room: BenchmarkThresholds(absolute: [.p90: 100]))
}

@MainActor
private func count(_ titles: [String], room: BenchmarkThresholds) {
  for title in titles {
    guard let comparison = all.first(where: { $0.title == title }) else {
      fatalError("No comparison has the title '\(title)'.")
    }
    count(comparison, room: room)
  }
}

@MainActor
private func count(_ comparison: Comparison, room: BenchmarkThresholds) {
  // What is noted is in files of this name.
  let title = comparison.title.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  let configuration = Benchmark.Configuration(
    metrics: [.objectAllocCount],
    warmupIterations: 2,
    maxDuration: .seconds(5),
    maxIterations: 10,
    thresholds: [.objectAllocCount: room]
  )
  for (side, turn) in [("ours", comparison.ours), ("raw", comparison.raw)] {
    Benchmark("\(title).\(side)", configuration: configuration) { _ in
      _ = await turn(1_000, .clock)
    }
  }
}
