extension Array {
  /// The element at an index, or nil past the end.
  package subscript(at index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
