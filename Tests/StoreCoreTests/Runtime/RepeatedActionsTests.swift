import StoreCore
import Testing

/// The part of a runaway chain's report that lists its actions.
@Suite struct RepeatedActionsTests {
  // MARK: Words

  @Test(arguments: [0, 1, 119, 120])
  func `a short action is shown in full`(length: Int) {
    let action = String(repeating: "a", count: length)
    #expect(RepeatedActions.words(for: action) == action)
  }

  @Test(arguments: [121, 1_000])
  func `a long action is cut after 120 characters`(length: Int) {
    let action = String(repeating: "a", count: 119) + "é" + String(repeating: "b", count: length - 120)
    #expect(RepeatedActions.words(for: action) == String(repeating: "a", count: 119) + "é…")
  }

  @Test func `an action is shown by its description`() {
    enum Action { case loaded(Int) }
    #expect(RepeatedActions.words(for: Action.loaded(7)) == "loaded(7)")
  }

  // MARK: Cycles

  @Test(arguments: [
    ("a a", "a"), ("a a a", "a"), ("a b a b", "a b"), ("a b c a b c", "a b c"), ("a a b a a b", "a a b"),
  ])
  func `actions that repeat are a cycle`(actions: String, cycle: String) {
    #expect(RepeatedActions.cycle(in: words(actions)) == words(cycle))
  }

  @Test(arguments: [("b a b a b", "a b"), ("c a b c a b c", "a b c")])
  func `a cycle may begin with its last part where the first actions were cut off`(actions: String, cycle: String) {
    #expect(RepeatedActions.cycle(in: words(actions)) == words(cycle))
  }

  @Test func `the shortest of several cycles is found`() {
    #expect(RepeatedActions.cycle(in: words("a a a a")) == ["a"])
    #expect(RepeatedActions.cycle(in: words("a b a b a b a b")) == ["a", "b"])
  }

  @Test(arguments: ["", "a", "a b", "a b a", "a b b", "x a b a b", "a b a b x"])
  func `actions that do not repeat from the first to the last are no cycle`(actions: String) {
    #expect(RepeatedActions.cycle(in: words(actions)) == [])
  }

  private func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }

  // MARK: Sentences

  @Test func `a cycle is listed once`() {
    let actions = ["a", "b", "a", "b"]
    #expect(RepeatedActions.sentence(["a", "b"], actions) == "They repeat: a, b.")
  }

  @Test func `without a cycle the last eight actions are listed`() {
    #expect(RepeatedActions.sentence([], ["a", "b"]) == "The last ones were: a, b.")
    let actions = (1...9).map(String.init)
    #expect(RepeatedActions.sentence([], actions) == "The last ones were: 2, 3, 4, 5, 6, 7, 8, 9.")
  }
}
