import Comparisons
import Foundation

/// Measurements as lines of text.
enum TextTable {
  static let header =
    pad("operation", 50) + pad("ours", -12) + pad("raw", -12) + pad("ratio", -8) + pad("half of the pairs", -20)
    + pad("limit", -8) + pad("switches", -10) + pad("raw", -8)

  static func line(_ measurement: MeasuredComparison) -> String {
    let spread = measurement.spread
    let unit = measurement.unit == .bytes ? " B" : ""
    return pad(measurement.title, 50)
      + pad(decimal(measurement.ours.cost, 1) + unit, -12)
      + pad(decimal(measurement.raw.cost, 1) + unit, -12)
      + pad(decimal(measurement.ratio, 3), -8)
      + pad("\(decimal(spread.lowerBound, 3)) to \(decimal(spread.upperBound, 3))", -20)
      + pad(decimal(measurement.limit, 2), -8)
      + pad(decimal(measurement.ours.switches, 3), -10)
      + pad(decimal(measurement.raw.switches, 3), -8)
      + (measurement.isWithinLimit ? "" : "  over")
  }

  /// The text at the start, or with a negative width at the end, of a column.
  static func pad(_ text: String, _ width: Int) -> String {
    let space = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? space + text : text + space
  }

  static func decimal(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}
