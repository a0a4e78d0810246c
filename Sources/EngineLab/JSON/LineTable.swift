/// Where the lines of a text begin.
///
/// `\n`, `\r\n` and a lone `\r` each end a line.
package struct LineTable: Sendable {
  /// The offsets at which lines begin, in rising order; the first is 0.
  private var starts = [0]

  /// Finds the lines of a text.
  package init(_ bytes: [UInt8]) {
    for (index, byte) in bytes.enumerated() {
      let next = index + 1
      switch byte {
      case UInt8(ascii: "\n"):
        starts.append(next)
      case UInt8(ascii: "\r") where next == bytes.count || bytes[next] != UInt8(ascii: "\n"):
        starts.append(next)
      default:
        break
      }
    }
  }

  /// The line of a place in the text, counted from 1.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  package func line(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
