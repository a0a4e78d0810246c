#if Exhaustive
import Testing

@testable import EngineLab

@Suite struct SearchFileTests {
  @Test func `case makes no difference`() {
    let file = SearchFile(path: "a", text: "Straße\nÉCOLE\nİstanbul\nΣίσυφος")
    #expect(file.hits(for: "STRASSE").isEmpty)
    #expect(file.hits(for: "straß").map(\.line) == [1])
    #expect(file.hits(for: "école").map(\.line) == [2])
    #expect(file.hits(for: "stanbul").map(\.text) == ["İstanbul"])
    #expect(file.hits(for: "σΊς").isEmpty)
    #expect(file.hits(for: "σίσ").map(\.line) == [4])
  }

  @Test func `a line counts once`() {
    #expect(SearchFile(path: "a", text: "aaa aaa\naa").hits(for: "aa").map(\.line) == [1, 2])
  }

  @Test(arguments: ["x\n\n  store \t\ny", "x\r\n\r\n  store \t\r\ny"])
  func `lines are numbered from 1 and trimmed`(text: String) {
    #expect(SearchFile(path: "a", text: text).hits(for: "store") == [SearchHit(path: "a", line: 3, text: "store")])
  }

  @Test func `a query never spans lines`() {
    #expect(SearchFile(path: "a", text: "ab\ncd").hits(for: "b\nc").isEmpty)
  }

  @Test func `a query longer than every line has no hits`() {
    #expect(SearchFile(path: "a", text: "ab\n").hits(for: "abc").isEmpty)
    #expect(SearchFile(path: "a", text: "").hits(for: "a").isEmpty)
  }

  @Test func `matches at both ends of a line count`() {
    let file = SearchFile(path: "a", text: "store it\nin store")
    #expect(file.hits(for: "store").map(\.line) == [1, 2])
  }

  @Test func `long lines are truncated between characters`() {
    let family = "👩‍👧"
    let long = String(repeating: family, count: 101)
    let exact = String(repeating: family, count: 100)
    #expect(SearchHit.excerpt(of: long[...]) == String(repeating: family, count: 99) + "…")
    #expect(SearchHit.excerpt(of: " \(exact) ") == exact)
  }
}
#endif
