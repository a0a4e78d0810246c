import Foundation
import StoreSimulation
import Testing

/// The number of seeds that each search needs for each planted bug.
///
/// `STORE_ENGINES_SEARCH_TABLE=1 swift test -c release --filter SearchTableTests` prints the table of the guide.
@MainActor
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["STORE_ENGINES_SEARCH_TABLE"] != nil))
struct SearchTableTests {
  private static let searches: [SearchStrategy] = [.uniform, .fewChanges, .newOrders]
  private static let tries = 20

  @Test func `the default search finds each bug within 1,000 seeds, in the median of 20 tries`() async {
    var lines = ["| bug | engine | \(Self.searches.map(\.name).joined(separator: " | ")) |"]
    lines.append("|---|---|" + String(repeating: "--:|", count: Self.searches.count))
    for bug in PlantedBug.all {
      for (engine, play) in bug.plays {
        var medians: [String] = []
        for search in Self.searches {
          let median = await median(bug, play, search)
          if search == .default { #expect(median <= 1_000, "\(bug.name) on \(engine)") }
          medians.append(median > 1_000 ? "more than 1,000" : "\(median)")
        }
        lines.append("| \(bug.name) | \(engine) | \(medians.joined(separator: " | ")) |")
      }
    }
    print(lines.joined(separator: "\n"))
  }

  /// The number of seeds until the bug is found, in the median of the tries: the greater of the two in the middle.
  private func median(_ bug: PlantedBug, _ play: @escaping PlantedBug.Play, _ search: SearchStrategy) async -> Int {
    var counts: [Int] = []
    for attempt in 0..<Self.tries {
      let first = UInt64(attempt) * 1_000_000
      let exploration = await bug.explore(play, seeds: first..<(first + 1_000), search: search)
      counts.append(exploration.agrees ? .max : exploration.count)
    }
    counts.sort()
    return counts[Self.tries / 2]
  }
}
