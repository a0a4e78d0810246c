extension JSONOutline {
  /// A key of an object and its value.
  package struct Member: Equatable, Sendable {
    /// The bytes of the key, quotes included.
    package let key: Range<Int>

    /// The value.
    package let value: JSONOutline

    /// Creates a member.
    package init(key: Range<Int>, value: JSONOutline) {
      self.key = key
      self.value = value
    }
  }
}
