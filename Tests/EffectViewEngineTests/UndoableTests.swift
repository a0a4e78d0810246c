import EffectViewEngine
import StoreTesting
import Testing
import _StoreTestSupport

@MainActor
@Suite struct UndoableTests {
  private struct Editor: Equatable {
    var text = ""
    var title = ""
    var seen: [String] = []
    var history = History<String>()
  }

  private enum EditorEvent: Sendable {
    case typed(String)
    case ticked
    case undo
    case redo
  }

  private let bench = TestBench(isTraced: false)

  private func edit(_ editor: inout Editor, _ event: EditorEvent) -> Effect<EditorEvent, Void>? {
    switch event {
    case .typed(let text):
      editor.text = text
      return .throwingTask(name: "save") { _, _ in try await untilCancelled() }
    case .ticked:
      return nil
    case .undo, .redo:
      editor.seen.append(editor.text)
      return nil
    }
  }

  private var update: EffectHost<Editor, EditorEvent, Void>.Update {
    undoable(edit, \.text, history: \.history) { (event: EditorEvent) in
      switch event {
      case .typed: .record(group: "typing")
      case .ticked: .ignore
      case .undo: .undo
      case .redo: .redo
      }
    }
  }

  @Test func `events are undone and redone, and the effects of an undone one are cancelled`() async {
    let host = EffectHost(
      state: Editor(history: History(clock: bench.clock)),
      options: bench.options,
      update: update
    )
    host.send(.typed("s"))
    host.send(.ticked)
    host.send(.typed("sw"))
    await bench.clock.advance(by: .seconds(2))
    host.send(.typed("swift"))
    #expect(host.isTaskRunning(id: "save"))
    host.send(.undo)
    #expect(host.state.text == "sw")
    #expect(!host.isTaskRunning(id: "save"))
    host.send(.undo)
    #expect(host.state.text.isEmpty)
    host.send(.redo)
    #expect(host.state.seen == ["sw", "", "sw"])
  }

  @Test func `an event without an effect has none with a history, either`() {
    var editor = Editor()
    #expect(update(&editor, .ticked) == nil)
    #expect(update(&editor, .undo) == nil)
    #expect(update(&editor, .typed("s")) != nil)
    #expect(update(&editor, .undo) != nil)
  }

  @Test func `values that cannot be compared are recorded with each event`() {
    struct Strokes { var count = 0 }
    struct Canvas {
      var strokes = Strokes()
      var history = History<Strokes>()
    }
    func draw(_ canvas: inout Canvas, _ event: Int) -> Effect<Int, Void>? {
      canvas.strokes.count += event
      return nil
    }
    let host = EffectHost(
      state: Canvas(),
      update: undoable(draw, \.strokes, history: \.history) { (event: Int) in event < 0 ? .undo : .record }
    )
    host.send(1)
    host.send(0)
    #expect(host.state.history.undoCount == 2)
  }

  @Test func `a history of two parts stops the program at the line of the second`() async {
    // Inside the macro, all lines are its own.
    let line = #line + 1
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let first: EffectHost<Editor, EditorEvent, Void>.Update = undoable(
          { _, _ in nil },
          \.text,
          history: \.history
        ) { _ in .record }
        let second = undoable(first, \.title, history: \.history) { _ in .record }
        EffectHost(state: Editor(), update: second).send(.undo)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("\(#fileID):\(line): "))
  }
}
