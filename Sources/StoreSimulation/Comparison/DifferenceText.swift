/// The text of a difference in lines, those of the older value behind `- ` and those of the newer one behind `+ `.
package enum DifferenceText {
  /// Returns the text with one line for each two that show the same, as those of a number that stays NaN do.
  ///
  /// If nothing else differs, it is returned as it is.
  package static func joiningEqualLines(_ text: String) -> String {
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("+ "), let last = lines.last, last.hasPrefix("- "), last.dropFirst() == line.dropFirst() {
        lines[lines.count - 1] = " " + line.dropFirst()
      } else {
        lines.append(line)
      }
    }
    let differs = lines.contains { $0.hasPrefix("- ") || $0.hasPrefix("+ ") }
    return differs ? lines.joined(separator: "\n") : text
  }
}
