import EffectViewEngine
import ElmEngine
import ReduxBridge
import StoreTesting
import Testing

// The samples of the guide to undo and redo.

private typealias Store = ElmEngine.Store

private struct Draft: Equatable {
  var text = ""
  var errors: [String] = []
  var history = History<String>()
}

private enum DraftAction: Sendable {
  case typed(String)
  case checked([String])
  case undo
  case redo
}

private func spellCheck(_ text: String) async -> [String] { [text] }

private func updateDraft(_ editor: inout Draft, _ event: DraftAction) -> EffectViewEngine.Effect<DraftAction, Void>? {
  if case .typed(let text) = event { editor.text = text }
  return nil
}

private struct DraftFeature: FeatureType {
  typealias State = Draft
  typealias Action = DraftAction

  func reduce(into state: inout Draft, action: DraftAction) async {
    if case .typed(let text) = action { state.text = text }
  }
}

@MainActor
@Suite struct UndoAndRedoTests {
  @Test func `the samples`() async {
    let editor = ComposedReducer { (editor: inout Draft, action: DraftAction) in
      switch action {
      case .typed(let text):
        editor.text = text
        return .cancellable({ .checked(await spellCheck(text)) }, "check")
      case .checked(let errors):
        editor.errors = errors
        return .none
      case .undo, .redo:
        return .none
      }
    }
    .undoable(\.text, history: \.history) { action in
      switch action {
      case .typed: .record(group: "typing", within: .seconds(1))
      case .checked: .ignore
      case .undo: .undo
      case .redo: .redo
      }
    }

    let store = Store(initialState: Draft(), reducer: editor)
    store.send(.typed("s"))
    store.send(.typed("sw"))  // the same step, within a second
    store.send(.undo)  // the text is empty, and the check for "sw" is cancelled
    store.send(.redo)  // the text is "sw"
    #expect(!store.isTaskRunning(id: "check"))
    #expect(store.state.history.undoCount == 1)
    #expect(store.state.text == "sw")

    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let options = StoreOptions(executor: executor, clock: clock)
    let tested = Store(initialState: Draft(history: History(clock: clock)), options: options, reducer: editor)
    tested.send(.typed("s"))
    await clock.advance(by: .seconds(2))
    tested.send(.typed("sw"))
    #expect(tested.state.history.undoCount == 2)
  }

  @Test func `the other engines`() async {
    let update = undoable(updateDraft, \.text, history: \.history) { (event: DraftAction) in
      switch event {
      case .typed: .record(group: "typing")
      case .checked: .ignore
      case .undo: .undo
      case .redo: .redo
      }
    }
    let host = EffectHost(state: Draft(), update: update)

    let feature = DraftFeature().undoable(\.text, history: \.history) { action in
      switch action {
      case .typed: .record(group: "typing")
      case .checked: .ignore
      case .undo: .undo
      case .redo: .redo
      }
    }
    let reduxStore = ReduxBridge.Store(feature: feature, initialState: Draft())

    for action in [DraftAction.typed("s"), .undo] {
      host.send(action)
      await reduxStore.send(action).value
    }
    #expect(host.state.text.isEmpty && host.state.history.canRedo)
    #expect(reduxStore.state.text.isEmpty && reduxStore.state.history.canRedo)
  }
}
