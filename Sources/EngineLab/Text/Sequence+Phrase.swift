extension Sequence<String> {
  /// The words as a phrase: `'a', 'b' or 'c'`.
  ///
  /// - Parameter conjunction: The word before the last element, such as `or`.
  /// - Returns: The phrase, empty for no words.
  package func phrase(_ conjunction: String) -> String {
    var words = map { "'\($0)'" }
    guard let last = words.popLast() else { return "" }
    return words.isEmpty ? last : "\(words.joined(separator: ", ")) \(conjunction) \(last)"
  }
}
