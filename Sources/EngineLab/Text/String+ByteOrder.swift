extension String {
  /// Whether one string stands before another, byte by byte.
  ///
  /// Unlike `<`, this tells apart file names that differ only in how their accents are composed, so an order by bytes
  /// is the same on every machine.
  package static func isInByteOrder(_ first: String, _ second: String) -> Bool {
    first.utf8.lexicographicallyPrecedes(second.utf8)
  }
}
