/// Tells text from binary data.
package enum TextCheck {
  /// The place of the first byte that no UTF-8 text holds: a NUL, or a byte of a broken sequence.
  ///
  /// - Returns: The offset of the byte, or nil for text.
  package static func firstBinaryByte(in bytes: [UInt8]) -> Int? {
    let nul = bytes.firstIndex(of: 0)
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        offset += UTF8.width(scalar)
      case .emptyInput:
        return nul
      case .error:
        return min(offset, nul ?? offset)
      }
    }
  }
}
