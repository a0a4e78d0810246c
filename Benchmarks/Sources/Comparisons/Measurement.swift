/// What was measured of one comparison, pair by pair.
struct Measurement: Codable {
  let title: String
  let limit: Double
  let unit: Comparison.Unit
  /// For one operation, in each round.
  let ours: [Double]
  let raw: [Double]

  /// The ratio of the medians: single rounds of either side may have been disturbed.
  var ratio: Double { ours.median / raw.median }

  /// Between which ratios half of the pairs lie.
  var spread: ClosedRange<Double> {
    let ratios = zip(ours, raw).map { $0 / $1 }.sorted()
    return ratios.quantile(0.25)...ratios.quantile(0.75)
  }

  var isWithinLimit: Bool { ratio <= limit }
}

extension [Double] {
  var median: Double { sorted().quantile(0.5) }

  /// The element at a part of the way, of sorted ones.
  func quantile(_ part: Double) -> Double {
    self[Int((Double(count - 1) * part).rounded())]
  }
}
