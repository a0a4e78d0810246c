/// The measurements of one comparison, pair by pair.
package struct MeasuredComparison: Codable {
  package let title: String
  package let limit: Double
  package let switchLimit: Double?
  package let unit: Comparison.Unit
  /// In each round.
  package let ours: [Sample]
  package let raw: [Sample]

  /// The ratio of the medians: single rounds of either side may have been disturbed.
  package var ratio: Double { ours.cost / raw.cost }

  /// Between which ratios half of the pairs lie.
  package var spread: ClosedRange<Double> {
    let ratios = zip(ours, raw).map { $0.cost / $1.cost }.sorted()
    return ratios.quantile(0.25)...ratios.quantile(0.75)
  }

  package var isWithinLimit: Bool { ratio <= limit && isWithinSwitchLimit }

  private var isWithinSwitchLimit: Bool { switchLimit.map { ours.switches <= $0 } ?? true }
}

extension [Double] {
  package var median: Double { sorted().quantile(0.5) }

  /// The element at a part of the way, of sorted ones.
  package func quantile(_ part: Double) -> Double {
    self[Int((Double(count - 1) * part).rounded())]
  }
}
