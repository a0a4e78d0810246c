import Comparisons

/// One comparison in the runs of two revisions.
struct Difference {
  /// The verdict on a difference.
  enum Verdict: String {
    case faster
    case slower
    case same = "within the noise"
  }

  let title: String
  /// The ratios to raw, a run each.
  let before: [Double]
  let after: [Double]

  /// The factor by which the ratio has changed: 0.9 is a tenth less.
  var change: Double { after.median / before.median }

  /// Whether all runs of one revision lie on one side of all of the other, and the medians differ by more than a run of
  /// one revision differs from another.
  var verdict: Verdict {
    guard let lowBefore = before.min(), let highBefore = before.max(), let lowAfter = after.min(),
      let highAfter = after.max()
    else { return .same }
    let noise = max(highBefore / lowBefore, highAfter / lowAfter)
    if highAfter < lowBefore, 1 / change > noise { return .faster }
    if lowAfter > highBefore, change > noise { return .slower }
    return .same
  }

  /// The comparisons that all runs have.
  static func between(_ before: [Run], _ after: [Run]) -> [Difference] {
    guard let titles = after.first?.measurements.map(\.title) else { return [] }
    return titles.compactMap { title in
      let ratios = { (runs: [Run]) in
        runs.compactMap { run in run.measurements.first { $0.title == title }?.ratio }
      }
      let (before, after) = (ratios(before), ratios(after))
      return before.isEmpty ? nil : Difference(title: title, before: before, after: after)
    }
  }
}
