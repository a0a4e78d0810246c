/// Gives text its styles where colours are wanted, and leaves it alone elsewhere.
struct TextStyler: Equatable, Sendable {
  static let plain = TextStyler(hasColour: false)

  let hasColour: Bool

  /// The text in a style; text without a line end, which has been padded already.
  func text(_ text: String, _ style: TextStyle) -> String {
    hasColour && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension TextStyler {
  /// Creates a styler for a stream, which has colours if it is a terminal and the user does not object.
  init(isTerminal: Bool, environment: [String: String]) {
    // Any value but the empty one switches colours off; a dumb terminal would show them as text.
    let isUnwanted = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    self.init(hasColour: isTerminal && !isUnwanted && environment["TERM"] != "dumb")
  }
}

/// How a piece of text stands out on a terminal.
enum TextStyle: String, Sendable {
  case heading = "1"
  case faint = "2"
  case good = "32"
  case bad = "1;31"
}

/// Rows of cells that stand below each other.
enum TextColumns {
  struct Cell {
    let text: String
    var style: TextStyle?
    /// Whether the cell stands on the right of its column, as numbers do.
    var isNumber = false
  }

  /// Writes rows of texts, each ending with a line feed.
  static func text(_ rows: [[String]]) -> String {
    lines(rows.map { $0.map { Cell(text: $0) } }, styler: .plain).map { $0 + "\n" }.joined()
  }

  static func lines(_ rows: [[Cell]], styler: TextStyler) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.compactMap { $0[at: column]?.text.count }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { column in
        let cell = row[column]
        // The last column needs nothing behind it.
        let width = cell.isNumber || column < row.count - 1 ? widths[column] : 0
        let text = cell.isNumber ? cell.text.padded(to: width) : cell.text.filled(to: width)
        return cell.style.map { styler.text(text, $0) } ?? text
      }
      .joined(separator: "  ")
    }
  }
}
