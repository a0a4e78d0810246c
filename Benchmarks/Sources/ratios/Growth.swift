import Comparisons

/// The growth of the cost of an effect with the number of live ones, beside that of raw tasks.
struct Growth {
  struct Point {
    let live: Int
    let ours: Double
    let raw: Double
  }

  /// From few to many live ones.
  let points: [Point]

  /// More than raw's is growth of our own; the rest is room for the noise of four medians.
  private let limit = 1.2

  /// Nothing where fewer than two sizes were measured.
  init?(run: Run) {
    points = run.measurements.compactMap { measurement in
      guard
        let match = measurement.title.wholeMatch(of: /start and cancel, (\d+) live/),
        let live = Int(match.1)
      else { return nil }
      return Point(live: live, ours: measurement.ours.cost, raw: measurement.raw.cost)
    }
    guard points.count > 1 else { return nil }
  }

  /// From 1,000 live ones on: with fewer, each wakes a thread.
  private var large: [Point] { points.filter { $0.live >= 1_000 } }

  private func growth(_ cost: (Point) -> Double) -> Double {
    guard let first = large.first, let last = large.last else { return 1 }
    return cost(last) / cost(first)
  }

  var isWithinLimit: Bool { growth(\.ours) <= limit * growth(\.raw) }

  var line: String {
    let (ours, raw) = (growth(\.ours), growth(\.raw))
    return "start and cancel, from \(large.first?.live ?? 0) to \(large.last?.live ?? 0) live: ours times "
      + "\(TextTable.decimal(ours, 2)), raw times \(TextTable.decimal(raw, 2)), limit \(TextTable.decimal(limit, 1)) of raw's"
      + (isWithinLimit ? "" : "  over")
  }
}
