import Testing

@testable import StoreHistory

@Suite struct HistoryPlaceTests {
  private struct Draft {
    var text = "a"
    var title = "T"
    var history = History<String>()
  }

  @Test func `a history belongs to one part, however often it is used for that`() {
    var draft = Draft()
    for _ in 1...2 {
      let place = HistoryPlace<Draft, String>(value: \.text, history: \.history)
      let former = place.begin(.record, &draft)
      draft.text += "b"
      place.end(.record, former, &draft) { $0 == $1 }
    }
    #expect(draft.history.undoCount == 2)
    #expect(
      HistoryPlace<Draft, String>(value: \.title, history: \.history).refusal.hasSuffix(
        """
        is used by two 'undoable', one of which is that of \\Draft.title.

        An undo would put the former value of one part into the other; if both are the same part, each step would be \
        recorded twice.

        Give each 'undoable' its own history.
        """
      )
    )
  }

  @Test func `using a history for another part stops the program at the line of its place`() async {
    // Inside the macro, all lines are its own.
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var draft = Draft()
      _ = HistoryPlace<Draft, String>(value: \.text, history: \.history).begin(.record, &draft)
      _ = HistoryPlace<Draft, String>(value: \.title, history: \.history).begin(.record, &draft)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("\(#fileID):\(line): "))
  }

  @Test func `using a history for another part after an action has ended stops the program, too`() async {
    // Inside the macro, all lines are its own.
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var draft = Draft()
      let place = HistoryPlace<Draft, String>(value: \.text, history: \.history)
      let former = place.begin(.record, &draft)
      place.end(.record, former, &draft) { $0 == $1 }
      _ = HistoryPlace<Draft, String>(value: \.title, history: \.history).begin(.record, &draft)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("\(#fileID):\(line): "))
  }

  @Test func `a reducer may call itself inside its own place`() {
    var draft = Draft()
    let place = HistoryPlace<Draft, String>(value: \.text, history: \.history)
    func append(_ text: String, to draft: inout Draft) {
      let former = place.begin(.record, &draft)
      draft.text += text
      if text == "b" { append("c", to: &draft) }
      place.end(.record, former, &draft) { $0 == $1 }
    }
    append("b", to: &draft)
    #expect(draft.text == "abc" && draft.history.undoCount == 2)
  }

  // Both had the same key path, and only that was checked.
  @Test func `using a history at two places around one part stops the program at the line of the second`() async {
    // Inside the macro, all lines are its own.
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var draft = Draft()
      _ = HistoryPlace<Draft, String>(value: \.text, history: \.history).begin(.ignore, &draft)
      _ = HistoryPlace<Draft, String>(value: \.text, history: \.history).begin(.ignore, &draft)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("\(#fileID):\(line): "))
    #expect(text.contains("if both are the same part, each step would be recorded twice."))
  }

  // Its effects belonged to the step of the state that the reducer put back.
  @Test func `an ignored action belongs to no step, though its reducer puts back a state that has one`() {
    var draft = Draft()
    let place = HistoryPlace<Draft, String>(value: \.text, history: \.history)
    let former = place.begin(.record, &draft)
    draft.text += "b"
    place.end(.record, former, &draft) { $0 == $1 }
    #expect(!place.effects(in: draft).isNone)
    let saved = draft
    let none = place.begin(.ignore, &draft)
    draft = saved
    place.end(.ignore, none, &draft) { $0 == $1 }
    #expect(place.effects(in: draft).isNone)
    #expect(draft.history.undoCount == 1)
  }

  // A reduce may suspend, and its store's state may be copied meanwhile.
  @Test func `a copy of a history can be used by another place while the first is in use`() {
    var draft = Draft()
    let place = HistoryPlace<Draft, String>(value: \.text, history: \.history)
    for _ in 1...2 {
      let former = place.begin(.record, &draft)
      draft.text += "b"
      place.end(.record, former, &draft) { $0 == $1 }
    }
    var copy = draft
    _ = place.begin(.record, &draft)
    _ = HistoryPlace<Draft, String>(value: \.text, history: \.history).begin(.undo, &copy)
    #expect(copy.text == "ab" && draft.text == "abb")
  }

  @Test func `a copy of a history made within an action can be used by another place`() {
    var draft = Draft()
    let place = HistoryPlace<Draft, String>(value: \.text, history: \.history)
    let former = place.begin(.record, &draft)
    draft.text += "b"
    var copy = draft
    place.end(.record, former, &draft) { $0 == $1 }
    _ = HistoryPlace<Draft, String>(value: \.text, history: \.history).begin(.undo, &copy)
    #expect(copy.text == "ab" && draft.history.undoCount == 1)
  }
}
