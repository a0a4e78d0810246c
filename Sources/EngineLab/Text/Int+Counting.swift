extension Int {
  /// The number with its noun: `1 hit`, `2 hits`.
  ///
  /// - Parameter noun: A noun whose plural takes a plain s.
  /// - Returns: The phrase.
  package func counting(_ noun: String) -> String {
    self == 1 ? "1 \(noun)" : "\(self) \(noun)s"
  }
}
