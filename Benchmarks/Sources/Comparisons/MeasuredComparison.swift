/// What was measured of one comparison, pair by pair.
package struct MeasuredComparison: Codable {
  package let title: String
  package let limit: Double
  package let unit: Comparison.Unit
  /// For one operation, in each round.
  package let ours: [Double]
  package let raw: [Double]

  /// The ratio of the medians: single rounds of either side may have been disturbed.
  package var ratio: Double { ours.median / raw.median }

  /// Between which ratios half of the pairs lie.
  package var spread: ClosedRange<Double> {
    let ratios = zip(ours, raw).map { $0 / $1 }.sorted()
    return ratios.quantile(0.25)...ratios.quantile(0.75)
  }

  package var isWithinLimit: Bool { ratio <= limit }
}

extension [Double] {
  package var median: Double { sorted().quantile(0.5) }

  /// The element at a part of the way, of sorted ones.
  package func quantile(_ part: Double) -> Double {
    self[Int((Double(count - 1) * part).rounded())]
  }
}
