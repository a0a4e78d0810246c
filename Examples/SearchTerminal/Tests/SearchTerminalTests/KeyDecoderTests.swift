import Testing

@testable import SearchTerminal

@Suite struct KeyDecoderTests {
  private func keys(_ reads: String...) -> [Key] {
    var decoder = KeyDecoder()
    return reads.flatMap { decoder.decode($0.utf8) }
  }

  @Test func `letters and control characters are keys`() {
    #expect(keys("aé🙂") == [.character("a"), .character("é"), .character("🙂")])
    #expect(
      keys("\r\n\u{7F}\u{8}\u{15}\u{1A}\u{19}\u{3}\u{4}")
        == [.enter, .enter, .backspace, .backspace, .clear, .undo, .redo, .interrupt, .endOfInput]
    )
  }

  @Test func `arrows are sequences, others are skipped`() {
    #expect(keys("\u{1B}[A\u{1B}OB\u{1B}[3~x") == [.up, .down, .character("x")])
    #expect(keys("\u{1B}[", "A") == [.up])
  }

  @Test func `an escape alone is a key`() {
    #expect(keys("\u{1B}") == [.escape])
    #expect(keys("\u{1B}x") == [.escape, .character("x")])
  }

  @Test func `a character may come in pieces`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xF0, 0x9F]) == [])
    #expect(decoder.decode([0x99, 0x82, 0x61]) == [.character("🙂"), .character("a")])
  }

  @Test func `bytes that are no text are skipped`() {
    var decoder = KeyDecoder()
    #expect(
      decoder.decode([0xFF, 0x61, 0xC3, 0x62, 0x80, 0x63]) == [.character("a"), .character("b"), .character("c")]
    )
  }
}
