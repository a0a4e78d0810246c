import Testing

@testable import SearchTerminal

@Suite struct HitTests {
  @Test func `hits are the lines that hold the query, whatever its case`() {
    #expect(
      Hit.all(of: "É", path: "f", text: "x\n  été \ny")
        == [Hit(path: "f", line: 2, text: "été")]
    )
    #expect(Hit.all(of: "b", path: "f", text: "a") == [])
  }
}
