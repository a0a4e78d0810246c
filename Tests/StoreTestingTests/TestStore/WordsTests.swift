#if Exhaustive
import Testing

@testable import StoreTesting

@Suite struct WordsTests {
  private enum Action {
    case start
    case found([String])
  }

  private enum Named: CustomStringConvertible {
    case one
    var description: String { "the one" }
  }

  private struct Value {
    var count = 1
  }

  @Test func `a case is written as in the source`() {
    #expect(Words.action(Action.start) == ".start")
    #expect(Words.action(Action.found(["a", "b"])) == #".found(["a", "b"])"#)
  }

  @Test func `other actions are described as they are`() {
    #expect(Words.action(Named.one) == "the one")
    #expect(Words.action("word") == "word")
    #expect(Words.action(Value()) == "Value(count: 1)")
  }

  @Test func `an action is on one line, and a long one is truncated`() {
    #expect(Words.action("a\nb") == "a b")
    #expect(Words.action(String(repeating: "x", count: 200)) == String(repeating: "x", count: 120) + "…")
  }

  @Test func `an action of 120 characters is whole, and one of 121 is truncated`() {
    let longest = String(repeating: "x", count: 120)
    #expect(Words.action(longest) == longest)
    #expect(Words.action(longest + "y") == longest + "…")
  }

  @Test func `lists are numbered`() {
    #expect(Words.list([Action.start, Action.found([])]) == "  1. .start\n  2. .found([])")
  }
}
#endif
