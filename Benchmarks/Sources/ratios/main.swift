import ElmEngine
import Observation
import OpenCombine

// Arguments: a word of the titles to run, and how often to time each; both may be left out.
let filter = CommandLine.arguments.dropFirst().first
let rounds = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) }
print("operation                                          ours ns      raw ns   ratio   limit")
var missed = 0
for comparison in comparisons() where filter.map({ comparison.title.contains($0) }) ?? true {
  let result = await comparison.run(rounds: rounds ?? comparison.rounds)
  let isWithin = result.ratio <= comparison.limit
  missed += isWithin ? 0 : 1
  let columns = [
    pad(comparison.title, 46), pad(decimal(result.ours, 1), -12), pad(decimal(result.raw, 1), -12),
    pad(decimal(result.ratio, 3), -8), pad(decimal(comparison.limit, 2), -8), isWithin ? "" : "  over",
  ]
  print(columns.joined())
}
print(missed == 0 ? "All ratios are within their limits." : "\(missed) ratios are over their limits.")

/// The text at the start, or with a negative width at the end, of a column.
func pad(_ text: String, _ width: Int) -> String {
  let space = String(repeating: " ", count: max(0, abs(width) - text.count))
  return width < 0 ? space + text : text + space
}

func decimal(_ value: Double, _ digits: Int) -> String {
  var scale = 1
  for _ in 0..<digits { scale *= 10 }
  let scaled = Int((value * Double(scale)).rounded())
  let fraction = String(scaled % scale)
  return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
}
