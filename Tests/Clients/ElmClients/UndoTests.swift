import ElmEngine
import Testing

// Undo, a timer and a poll, and names in the spelling that all engines share, as a user writes them.

private nonisolated struct Canvas: Equatable, Sendable {
  var strokes: [String] = []
  var ticks = 0
  var history = History<[String]>()
}

private nonisolated enum CanvasAction: Equatable, Sendable {
  case draw(String)
  case saved, tick, watch, leave
  case undo, redo
}

private nonisolated enum CanvasTask: Hashable, Sendable {
  case save, clock
}

@MainActor
@Suite struct UndoTests {
  private let store = ElmStore(
    initialState: Canvas(),
    reducer: ComposedReducer<Canvas, CanvasAction> { canvas, action in
      switch action {
      case .draw(let stroke):
        canvas.strokes.append(stroke)
        return .task(id: CanvasTask.save) {
          // Until it is cancelled.
          let (changes, continuation) = AsyncStream.makeStream(of: Int.self)
          for await _ in changes {}
          continuation.finish()
          return .saved
        }
      case .tick:
        canvas.ticks += 1
        return .none
      case .watch:
        return .merge(
          .timer(every: .seconds(3_600), id: CanvasTask.clock) { .tick },
          .poll(every: .seconds(3_600), id: "poll") { .tick }
        )
      case .leave:
        return .cancel(ids: [EffectID(CanvasTask.clock), "poll"])
      case .saved, .undo, .redo:
        return .none
      }
    }
    .undoable(\.strokes, history: \.history) { action in
      switch action {
      case .draw: .record(group: "drawing", within: .seconds(1))
      case .undo: .undo
      case .redo: .redo
      default: .ignore
      }
    }
  )

  @Test func `a step is undone with its effects, and redone`() {
    store.send(.draw("line"))
    #expect(store.isTaskRunning(id: CanvasTask.save))
    store.send(.undo)
    #expect(store.state.strokes.isEmpty && !store.isTaskRunning(id: CanvasTask.save))
    store.send(.redo)
    #expect(store.state.strokes == ["line"])
  }

  @Test func `timers and polls are cancelled by their names`() async {
    store.send(.watch)
    await store.settle()
    #expect(store.state.ticks == 1)
    #expect(store.isTaskRunning(id: CanvasTask.clock) && store.isTaskRunning(id: "poll"))
    store.send(.leave)
    #expect(store.runningTaskCount == 0)
    await store.perform(.tick)
    store.cancel(id: CanvasTask.clock)
    store.cancelAll()
  }
}
