/// The parts of a search as one: what was played, what is missing, and the differences that were found.
struct MergedSearch {
  /// Seeds that were not played, and the reason.
  struct Gap: Equatable {
    enum Reason: Equatable {
      /// Nothing of them is known.
      case noPart
      /// The process of their part has ended too early, or still plays.
      case notEnded
      /// Their part ended at a difference.
      case found
    }

    let first: UInt64
    let last: UInt64
    let reason: Reason

    var count: UInt64 { last - first + 1 }
  }

  /// A difference, and all schedules in which it was found.
  struct Difference: Equatable {
    var first: SearchPart.Found
    var otherSeeds: [UInt64] = []
  }

  let title: String
  let partCount: Int
  private(set) var playedCount: UInt64 = 0
  private(set) var gaps: [Gap] = []
  private(set) var differences: [Difference] = []
  /// The doubts that all parts have that have ended: what has not come in one may have come in another.
  private(set) var doubts: [String] = []
  /// The number of seeds that were to be played.
  private(set) var count: UInt64 = 0

  /// Merges parts of one search; the whole one has at least the seeds from `first` up to `last`, if they are given.
  init(_ parts: [SearchPart], first: UInt64? = nil, last: UInt64? = nil) {
    title = parts.first?.head.title ?? ""
    partCount = parts.count
    let begin = min(first ?? .max, parts.map(\.head.first).min() ?? .max)
    let end = max(last ?? 0, parts.map(\.head.last).max() ?? 0)
    guard begin <= end else { return }
    fill(begin, end, with: parts)
    count = playedCount + gaps.reduce(0) { $0 + $1.count }
    for found in parts.compactMap(\.found).sorted(by: { $0.seed < $1.seed }) {
      if let index = differences.firstIndex(where: { $0.first.differences == found.differences }) {
        let isKnown = differences[index].first.seed == found.seed || differences[index].otherSeeds.contains(found.seed)
        if !isKnown { differences[index].otherSeeds.append(found.seed) }
      } else {
        differences.append(Difference(first: found))
      }
    }
    let ended = parts.compactMap(\.doubts)
    doubts = ended.dropFirst().reduce(Set(ended.first ?? [])) { $0.intersection($1) }.sorted()
  }

  /// Counts what was played, and finds what was not.
  private mutating func fill(_ begin: UInt64, _ end: UInt64, with parts: [SearchPart]) {
    let played = parts.filter { $0.played > 0 }.sorted { $0.head.first < $1.head.first }
    /// The first seed that is not known to be played; nil behind the last one.
    var next: UInt64? = begin
    for part in played {
      guard let seed = next else { break }
      if part.head.first > seed { addGaps(seed, part.head.first - 1, parts) }
      let first = max(seed, part.head.first)
      let last = part.head.first + UInt64(part.played - 1)
      guard last >= first else { continue }
      playedCount += last - first + 1
      next = last < end ? last + 1 : nil
    }
    if let next { addGaps(next, end, parts) }
  }

  /// Adds seeds that were not played, with a gap for each reason.
  private mutating func addGaps(_ first: UInt64, _ last: UInt64, _ parts: [SearchPart]) {
    // A part's beginning or end is where the reason may change.
    let inside = parts.flatMap { [$0.head.first, $0.head.last == .max ? nil : $0.head.last + 1] }.compactMap(\.self)
    let cuts = Set(inside.filter { $0 > first && $0 <= last }).sorted()
    for (first, next) in zip([first] + cuts, cuts.map(Optional.some) + [nil]) {
      let gap = Gap(first: first, last: next.map { $0 - 1 } ?? last, reason: reason(for: first, parts))
      if let before = gaps.last, before.reason == gap.reason, before.last + 1 == first {
        gaps[gaps.count - 1] = Gap(first: before.first, last: gap.last, reason: gap.reason)
      } else {
        gaps.append(gap)
      }
    }
  }

  private func reason(for seed: UInt64, _ parts: [SearchPart]) -> Gap.Reason {
    let own = parts.filter { $0.head.first <= seed && seed <= $0.head.last }
    if own.isEmpty { return .noPart }
    return own.contains { $0.found != nil } ? .found : .notEnded
  }
}

extension SearchPart.Head {
  var last: UInt64 { first + UInt64(seeds - 1) }
}
