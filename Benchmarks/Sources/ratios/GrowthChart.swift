import Comparisons
import Foundation

/// The growth of an effect's cost with the number of live ones, as one SVG picture: a line for ours and one for raw
/// tasks, on logarithmic axes.
struct GrowthChart {
  private let points: [Growth.Point]
  private let date: Date
  private let machine: String

  private let left = 72.0
  private let top = 40.0
  private let width = 560.0
  private let height = 260.0

  /// Nothing where fewer than two sizes were measured.
  init?(run: Run) {
    guard let growth = Growth(run: run) else { return nil }
    points = growth.points
    date = run.date
    machine = run.machine
  }

  var svg: String {
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(left + width + 88)) \(Int(top + height + 48))" role="img"
        aria-label="Nanoseconds for the start and cancel of one effect, by the number of live ones">
      <style>
        svg { font: 12px system-ui, sans-serif; fill: #1b1f24; background: #fff }
        .ours { stroke: #2f6fb3 } .raw { stroke: #6a737d; stroke-dasharray: 4 3 } polyline { fill: none; stroke-width: 2 }
        .grid { stroke: #c9d1d9 }
        @media (prefers-color-scheme: dark) {
          svg { fill: #e6edf3; background: #0d1117 } .ours { stroke: #6cb0f5 } .raw { stroke: #8b949e }
          .grid { stroke: #30363d }
        }
      </style>
      <text x="8" y="20">Start and cancel of one effect, in ns, \
      \(date.formatted(.iso8601.year().month().day())), \(Chart.escaped(machine))</text>
      """
    ]
    for mark in [1_000.0, 10_000, 100_000] {
      lines.append(
        "<line class=\"grid\" x1=\"\(left)\" x2=\"\(left + width)\" y1=\"\(y(mark))\" y2=\"\(y(mark))\"/>"
          + "<text x=\"8\" y=\"\(y(mark) + 4)\">\(Int(mark))</text>"
      )
    }
    for point in points {
      lines.append("<text x=\"\(x(Double(point.live)) - 8)\" y=\"\(top + height + 20)\">\(point.live)</text>")
    }
    lines.append("<text x=\"\(left + width / 2 - 30)\" y=\"\(top + height + 40)\">live effects</text>")
    lines.append(line("ours", points.map { (Double($0.live), $0.ours) }))
    lines.append(line("raw", points.map { (Double($0.live), $0.raw) }))
    lines.append("</svg>\n")
    return lines.joined(separator: "\n")
  }

  private func line(_ name: String, _ values: [(live: Double, time: Double)]) -> String {
    let path = values.map { "\(x($0.live)),\(y($0.time))" }.joined(separator: " ")
    let end = values.last.map { ($0.live, $0.time) } ?? (1, 1)
    // The lines end close to each other.
    let offset = name == "ours" ? -4.0 : 12.0
    return "<polyline class=\"\(name)\" points=\"\(path)\"/>"
      + "<text x=\"\(x(end.0) + 8)\" y=\"\(y(end.1) + offset)\">\(name) \(Int(end.1))</text>"
  }

  /// The place of a number of effects: four decades from 10 on.
  private func x(_ live: Double) -> Double {
    (left + width * (log10(max(live, 10)) - 1) / 4).rounded()
  }

  /// The place of a time: two decades from 1,000 ns on.
  private func y(_ time: Double) -> Double {
    let decades = log10(min(max(time, 1_000), 100_000)) - 3
    return (top + height - height * decades / 2).rounded()
  }
}
