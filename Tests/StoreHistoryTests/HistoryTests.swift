import Foundation
import StoreHistory
import Testing
import _StoreTestSupport

@MainActor
@Suite struct HistoryTests {
  private let clock = TestClock(executor: TestExecutor())

  @Test func `a step is undone and redone`() {
    var history = History<String>()
    var text = "a"
    #expect(!history.canUndo && !history.canRedo)
    history.record(text)
    text = "ab"
    history.undo(&text)
    #expect(text == "a" && !history.canUndo && history.canRedo)
    history.redo(&text)
    #expect(text == "ab" && history.canUndo && !history.canRedo)
  }

  @Test func `a history is saved with its limit and its steps`() throws {
    var history = History<String>(limit: 3)
    var text = "0"
    for next in 1...5 {
      history.record(text)
      text = "\(next)"
    }
    history.undo(&text)
    let bytes = try JSONEncoder().encode(history)
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""undo":["2","3"]"#))
    var decoded = try JSONDecoder().decode(History<String>.self, from: bytes)
    #expect(decoded == history && decoded.limit == 3)
    decoded.undo(&text)
    #expect(text == "3" && decoded.undoCount == 1 && decoded.redoCount == 2)
  }

  @Test func `of more steps than its limit the newest are decoded, and no limit below 1`() throws {
    let long = Data(#"{"limit":2,"undo":[1,2,3],"redo":[]}"#.utf8)
    var history = try JSONDecoder().decode(History<Int>.self, from: long)
    var number = 4
    #expect(history.undoCount == 2)
    history.undo(&number)
    #expect(number == 3)
    let wrong = Data(#"{"limit":0,"undo":[],"redo":[]}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(History<Int>.self, from: wrong) }
  }

  @Test(arguments: Duration.extremes)
  func `no pause of a group crashes`(pause: Duration) {
    var history = History<String>(clock: clock)
    history.record("", group: "typing", within: pause)
    history.record("a", group: "typing", within: pause)
    // No time has passed between the two.
    #expect(history.undoCount == (pause >= .zero ? 1 : 2))
  }

  @Test func `with nothing to undo or redo the value does not change`() {
    var history = History<String>()
    var text = "a"
    let isChanged = history.undo(&text) || history.redo(&text)
    #expect(!isChanged && text == "a" && history == History())
  }

  @Test func `a new change leaves nothing to redo`() {
    var history = History<String>()
    var text = "a"
    history.record(text)
    text = "b"
    history.undo(&text)
    history.record(text)
    text = "c"
    #expect(!history.canRedo && history.undoCount == 1)
  }

  @Test func `the oldest step is dropped beyond the limit`() {
    var history = History<Int>(limit: 3)
    for value in 0..<5 { history.record(value) }
    #expect(history.undoCount == 3)
    var value = 5
    while history.undo(&value) {}
    #expect(value == 2 && history.redoCount == 3)
  }

  @Test func `changes of a group are one step, if each comes soon after the previous one`() async {
    var history = History<String>(clock: clock)
    var text = ""
    for letter in ["s", "w", "i"] {
      history.record(text, group: "typing", within: .seconds(1))
      text += letter
      await clock.advance(by: .seconds(1))
    }
    #expect(history.undoCount == 1)
    await clock.advance(by: .milliseconds(1))
    history.record(text, group: "typing", within: .seconds(1))
    text += "f"
    #expect(history.undoCount == 2)
    history.undo(&text)
    #expect(text == "swi")
    history.undo(&text)
    #expect(text.isEmpty)
  }

  enum Interruption: CaseIterable {
    case step, otherGroup, undo, redo, clear
  }

  @Test(arguments: Interruption.allCases)
  func `a group ends with any step, undo, redo or clear in between`(_ interruption: Interruption) {
    var history = History<Int>(clock: clock)
    var value = 1
    history.record(0, group: "typing", within: .seconds(1))
    history.record(0, group: "typing", within: .seconds(1))
    #expect(history.undoCount == 1)
    switch interruption {
    case .step: history.record(1)
    case .otherGroup: history.record(1, group: 1, within: .seconds(1))
    case .undo: history.undo(&value)
    case .redo:
      history.undo(&value)
      history.redo(&value)
    case .clear: history.clear()
    }
    let count = history.undoCount
    history.record(value, group: "typing", within: .seconds(1))
    #expect(history.undoCount == count + 1)
  }

  @Test func `a group ends with a redo that finds nothing, too`() {
    var history = History<Int>(clock: clock)
    var value = 1
    history.record(0, group: "typing", within: .seconds(1))
    history.redo(&value)
    history.record(value, group: "typing", within: .seconds(1))
    #expect(value == 1 && history.undoCount == 2)
  }

  @Test func `nothing is left after a clear`() {
    var history = History<Int>()
    var value = 3
    history.record(1)
    history.record(2)
    history.undo(&value)
    history.clear()
    #expect(history == History() && history.undoCount + history.redoCount == 0)
  }

  @Test func `histories are equal by their values, and show them`() {
    var (first, second) = (History<Int>(limit: 5), History<Int>(limit: 7, clock: clock))
    first.record(1)
    #expect(first != second)
    second.record(1, group: "typing", within: .seconds(1))
    #expect(first == second)
    var value = 2
    first.undo(&value)
    second.undo(&value)
    #expect(first != second)
    #expect(Mirror(reflecting: first).children.map { "\($0.label ?? ""): \($0.value)" } == ["undo: []", "redo: [2]"])
  }

  /// All values so far, and the index of the current one.
  private struct Model {
    var values = [0]
    var present = 0
    let limit: Int

    mutating func change(to value: Int) {
      values.removeSubrange((present + 1)...)
      values.append(value)
      present += 1
      if present > limit {
        values.removeFirst()
        present = limit
      }
    }
  }

  @Test(arguments: Rounds.seeds(50))
  func `random changes, undos and redos agree with a list of all values`(seed: Int) {
    var random = SplitMix64(seed: seed)
    var model = Model(limit: 1 + random.number(below: 6))
    var history = History<Int>(limit: model.limit)
    var value = 0
    for step in 1...100 {
      switch random.number(below: 4) {
      case 0:
        let isDone = history.undo(&value)
        #expect(isDone == (model.present > 0))
        model.present = max(0, model.present - 1)
      case 1:
        let isDone = history.redo(&value)
        #expect(isDone == (model.present < model.values.count - 1))
        model.present = min(model.values.count - 1, model.present + 1)
      default:
        history.record(value)
        value = step
        model.change(to: step)
      }
      #expect(value == model.values[model.present])
      #expect(history.undoCount == model.present && history.redoCount == model.values.count - 1 - model.present)
    }
  }

  @Test func `a limit of zero steps is refused at its line`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = History<Int>(limit: 0)
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    // The line is the macro's, as for everything inside one.
    for word in ["A history was given the limit 0.", "Give it 1 or more.", "\(#fileID):\(#line - 5): "] {
      #expect(message.contains(word))
    }
  }
}
