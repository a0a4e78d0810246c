import StoreCore
import StoreHistory
import Testing

// The sample for engines of one's own, of StoreHistory's guide to undo and redo.

typealias Reduce<State, Action: Sendable> = @MainActor (inout State, Action) -> EffectProgram<Action>

func undoable<State, Value: Equatable, Action: Sendable>(
  _ reduce: @escaping Reduce<State, Action>,
  _ place: HistoryPlace<State, Value>,
  rule: @escaping @MainActor (Action) -> HistoryRule
) -> Reduce<State, Action> {
  { state, action in
    let rule = rule(action)
    let former = place.begin(rule, &state)
    let program = reduce(&state, action)
    place.end(rule, former, &state) { $0 == $1 }
    return place.effects(in: state).program(around: program)
  }
}

@MainActor
@Suite struct UndoableEngineTests {
  private struct Draft: Equatable {
    var text = ""
    var history = History<String>()
  }

  @Test func `the sample`() async {
    let reduce: Reduce<Draft, String> = { draft, action in
      guard action != "undo", action != "redo" else { return .none }
      draft.text += action
      return .task(EffectOptions(id: "check")) {
        for await _ in AsyncStream.makeStream(of: Never.self).stream {}
        return "checked"
      }
    }
    let undoable = undoable(reduce, HistoryPlace(value: \.text, history: \.history)) { action in
      action == "undo" ? .undo : action == "redo" ? .redo : .record
    }
    let box = StateBox(Draft())
    let runtime = Runtime<String> { action in
      var draft = box.take()
      let program = undoable(&draft, action)
      box.put(draft)
      return program
    }
    runtime.send("a")
    #expect(box.value.text == "a")
    #expect(runtime.isTaskRunning(id: "check"))
    runtime.send("undo")
    #expect(box.value.text.isEmpty)
    #expect(box.value.history.canRedo)
    #expect(!runtime.isTaskRunning(id: "check"))
    runtime.send("redo")
    #expect(box.value.text == "a")
  }
}
