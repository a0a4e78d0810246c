/// A styler of text, which adds styles only where colours are wanted.
struct TextStyler: Equatable, Sendable {
  static let plain = TextStyler(hasColour: false)

  let hasColour: Bool

  /// Returns the text in a style; the text has no line end, and is padded already.
  func text(_ text: String, _ style: TextStyle) -> String {
    hasColour && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension TextStyler {
  /// Creates a styler for a stream, which has colours if it is a terminal and the user has not switched them off.
  init(isTerminal: Bool, environment: [String: String]) {
    // Any value but the empty one switches colours off; a dumb terminal would show them as text.
    let isUnwanted = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    self.init(hasColour: isTerminal && !isUnwanted && environment["TERM"] != "dumb")
  }
}

/// A style of text on a terminal.
enum TextStyle: String, Sendable {
  case heading = "1"
  case faint = "2"
  case good = "32"
  case bad = "1;31"
}

/// Rows of aligned cells.
enum TextColumns {
  struct Cell {
    let text: String
    var style: TextStyle?
    /// Whether the cell is aligned to the right of its column, as numbers are.
    var isNumber = false
  }

  /// Returns rows of texts, each ending with a line feed.
  static func text(_ rows: [[String]]) -> String {
    lines(rows.map { $0.map { Cell(text: $0) } }, styler: .plain).map { $0 + "\n" }.joined()
  }

  static func lines(_ rows: [[Cell]], styler: TextStyler) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.compactMap { $0[at: column]?.text.count }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { column in
        let cell = row[column]
        // The last column needs no padding.
        let width = cell.isNumber || column < row.count - 1 ? widths[column] : 0
        let text = cell.isNumber ? cell.text.padded(to: width) : cell.text.filled(to: width)
        return cell.style.map { styler.text(text, $0) } ?? text
      }
      .joined(separator: "  ")
    }
  }
}
