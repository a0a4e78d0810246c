/// Rows of cells that stand below each other.
package enum TextColumns {
  /// Writes rows, each ending with a line feed.
  ///
  /// - Parameter rows: The cells, which have no line ends.
  /// - Returns: The text.
  package static func text(_ rows: [[String]]) -> String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.compactMap { $0[at: column]?.count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).dropLast().map { $0.filled(to: $1) }
      return (cells + row.suffix(1)).joined(separator: "  ") + "\n"
    }
    .joined()
  }
}
