import ReduxBridge
import StoreTesting
import Testing
import _StoreTestSupport

@MainActor
@Suite struct UndoableFeatureTests {
  private struct Editor: FeatureType {
    struct State: Equatable {
      var text = ""
      var title = ""
      var history = History<String>()
    }

    enum Action: Sendable {
      case typed(String)
      case undo
      case redo
    }

    let clock: TestClock

    func reduce(into state: inout State, action: Action) async {
      guard case .typed(let text) = action else { return }
      try? await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
      state.text = text
    }

    func effect(of action: Action, state: State) -> EffectProgram<Action> {
      guard case .typed = action else { return .none }
      return .run(EffectOptions(id: "save")) { _ in try await untilCancelled() }
    }
  }

  private let bench = TestBench(isTraced: false)

  @Test func `the method to send can be used as a function of an action`() {
    let store = Store(feature: Editor(clock: bench.clock), initialState: Editor.State(), options: bench.options)
    let send: @MainActor (Editor.Action) -> Void = store.send(action:)
    for action in [Editor.Action.undo, .redo] { send(action) }
    [Editor.Action.undo].forEach(store.send(action:))
    #expect(store.state == Editor.State())
  }

  @Test func `actions are undone and redone, and the effects of an undone one are cancelled`() async {
    let feature = Editor(clock: bench.clock).undoable(\.text, history: \.history) { action in
      switch action {
      case .typed: .record
      case .undo: .undo
      case .redo: .redo
      }
    }
    let store = Store(feature: feature, initialState: Editor.State(), options: bench.options)
    store.send(.typed("s"))
    store.send(.typed("sw"))
    await bench.clock.advance(by: .seconds(2))
    #expect(store.state.history.undoCount == 2)
    #expect(store.isTaskRunning(id: "save"))
    store.send(.undo)
    await store.settle()
    #expect(store.state.text == "s")
    #expect(!store.isTaskRunning(id: "save"))
    store.send(.redo)
    await store.settle()
    #expect(store.state.text == "sw")
  }

  @Test func `values that cannot be compared are recorded with each action`() async {
    struct Canvas: FeatureType {
      struct Strokes { var count = 0 }

      struct State {
        var strokes = Strokes()
        var history = History<Strokes>()
      }

      func reduce(into state: inout State, action: Int) async {
        state.strokes.count += action
      }
    }
    let feature = Canvas().undoable(\.strokes, history: \.history) { $0 < 0 ? .undo : .record }
    let store = Store(feature: feature, initialState: Canvas.State(), options: bench.options)
    store.send(0)
    store.send(0)
    await store.settle()
    #expect(store.state.history.undoCount == 2)
  }

  @Test func `a history of two parts stops the program at the line of the second`() async {
    // Inside the macro, all lines are its own.
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let feature = Editor(clock: TestClock(executor: TestExecutor()))
          .undoable(\.text, history: \.history) { _ in .record }
          .undoable(\.title, history: \.history) { _ in .record }
        Store(feature: feature, initialState: Editor.State()).send(.undo)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("\(#fileID):\(line): "))
  }
}
