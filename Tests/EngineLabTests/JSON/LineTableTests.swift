import EngineLab
import Testing

@Suite struct LineTableTests {
  @Test func `every kind of line end counts once`() {
    let text = Array("a\nb\r\nc\rd\n\r\ne".utf8)
    let table = LineTable(text)
    #expect(text.indices.map(table.line) == [1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6])
  }

  @Test func `an empty text has one line`() {
    #expect(LineTable([]).line(of: 0) == 1)
  }
}
