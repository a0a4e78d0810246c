#if SQLite
/// The positions of rows: integers with gaps, so that a row which comes between two others, or is moved, is one row written.
enum RowPositions {
  /// The gap between two rows that are written behind each other.
  static let gap: Int64 = 1 << 20

  /// Increasing positions for rows, of which as many as possible keep theirs.
  ///
  /// All get new ones if there is no gap for one of them.
  ///
  /// - Parameter present: The positions of the rows in their new order; `nil` for a row that has none yet.
  /// - Returns: the positions, in the same order.
  static func assigned(to present: [Int64?]) -> [Int64] {
    let isKept = keptIndices(present)
    var positions: [Int64] = []
    positions.reserveCapacity(present.count)
    var index = 0
    while index < present.count {
      if isKept[index], let position = present[index] {
        positions.append(position)
        index += 1
        continue
      }
      let start = index
      while index < present.count, !isKept[index] { index += 1 }
      let next = index < present.count ? present[index] : nil
      guard let new = between(positions.last, next, count: index - start) else {
        return (0..<present.count).map { Int64($0) * gap }
      }
      positions += new
    }
    return positions
  }

  /// Positions between two others; `nil` if there is no room for them.
  private static func between(_ low: Int64?, _ high: Int64?, count: Int) -> [Int64]? {
    let count = Int64(count)
    switch (low, high) {
    case (nil, nil): return (0..<count).map { $0 * gap }
    case (let low?, nil):
      guard count < (Int64.max - max(low, 0)) / gap else { return nil }
      return (1...count).map { low + $0 * gap }
    case (nil, let high?):
      guard count < (Int64.max + min(high, 0)) / gap else { return nil }
      return (1...count).map { high - (count + 1 - $0) * gap }
    case (let low?, let high?):
      let (distance, isTooLong) = high.subtractingReportingOverflow(low)
      let step = (isTooLong ? Int64.max : distance) / (count + 1)
      return step == 0 ? nil : (1...count).map { low + $0 * step }
    }
  }

  /// Whether each row keeps its position: a longest run of rows whose positions increase.
  private static func keptIndices(_ present: [Int64?]) -> [Bool] {
    // Of the runs of each length, the index of the least last row; and the row before each row in its run.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: present.count)
    var endPositions: [Int64] = []
    for (index, position) in present.enumerated() {
      guard let position else { continue }
      var (low, high) = (0, endPositions.count)
      // At the end, in all but a few rows.
      if let last = endPositions.last, last < position { low = high }
      while low < high {
        let middle = (low + high) / 2
        if endPositions[middle] < position { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count {
        ends.append(index)
        endPositions.append(position)
      } else {
        ends[low] = index
        endPositions[low] = position
      }
    }
    var isKept = Array(repeating: false, count: present.count)
    var index = ends.last ?? -1
    while index >= 0 {
      isKept[index] = true
      index = previous[index]
    }
    return isKept
  }
}
#endif
