import Comparisons
import Foundation

/// Measurements as one SVG picture: a bar for each ratio on a logarithmic axis, with its spread, limit and the raw 1.
struct Chart {
  let run: Run

  private let rowHeight = 20.0
  private let left = 380.0
  private let width = 520.0
  private let top = 56.0

  var svg: String {
    let rows = run.measurements
    let height = top + rowHeight * Double(rows.count) + 24
    let date = run.date.formatted(.iso8601.year().month().day())
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(left + width + 60)) \(Int(height))" role="img"
        aria-label="Ratios of what operations of the engines take to what raw means take">
      <style>
        svg { font: 12px system-ui, sans-serif; fill: #1b1f24; background: #fff }
        .bar { fill: #2f6fb3 } .over { fill: #b3452f } .spread { stroke: #1b1f24 } .grid { stroke: #c9d1d9 }
        .limit { stroke: #6a737d; stroke-dasharray: 2 2 }
        @media (prefers-color-scheme: dark) {
          svg { fill: #e6edf3; background: #0d1117 } .bar { fill: #6cb0f5 } .over { fill: #f08a75 }
          .spread { stroke: #e6edf3 } .grid { stroke: #30363d } .limit { stroke: #8b949e }
        }
      </style>
      <text x="8" y="20">Ours against raw, \(date), \(Self.escaped(run.machine)). Shorter is faster; 1 is the raw means.</text>
      """
    ]
    for mark in [0.001, 0.01, 0.1, 1, 10] {
      lines.append(
        "<line class=\"grid\" x1=\"\(x(mark))\" x2=\"\(x(mark))\" y1=\"\(top - 12)\" y2=\"\(height - 20)\"/>"
          + "<text x=\"\(x(mark) - 8)\" y=\"\(top - 16)\">\(mark.formatted())</text>"
      )
    }
    for (index, row) in rows.enumerated() {
      let y = top + rowHeight * Double(index)
      let middle = y + rowHeight / 2
      let spread = row.spread
      lines.append(
        """
        <text x="8" y="\(y + 14)">\(Self.escaped(row.title))</text>
        <rect class="\(row.isWithinLimit ? "bar" : "over")" x="\(left)" y="\(y + 4)" width="\(x(row.ratio) - left)" \
        height="\(rowHeight - 8)"><title>\(TextTable.decimal(row.ratio, 3))</title></rect>
        <line class="spread" x1="\(x(spread.lowerBound))" x2="\(x(spread.upperBound))" y1="\(middle)" y2="\(middle)"/>
        <line class="limit" x1="\(x(row.limit))" x2="\(x(row.limit))" y1="\(y)" y2="\(y + rowHeight)"/>
        <text x="\(max(x(row.ratio), x(spread.upperBound)) + 6)" y="\(y + 14)">\(TextTable.decimal(row.ratio, 2))</text>
        """
      )
    }
    lines.append("</svg>\n")
    return lines.joined(separator: "\n")
  }

  /// The place of a ratio: five decades, from a thousandth to a hundred.
  private func x(_ ratio: Double) -> Double {
    let decades = log10(min(max(ratio, 0.001), 100)) + 3
    return (left + width * decades / 5).rounded()
  }

  static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }
}
