import ElmEngine
import StoreTesting
import Testing

// The third step of the guide "From one screen to an app".

private struct Note: Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
}

private struct Detail: Equatable, Identifiable, Sendable {
  let id: Note.ID
  var translation: String?
}

private enum DetailAction: Sendable {
  case translate(String)
  case translated(String)
}

private struct Notebook: Equatable, Sendable {
  var notes: [Note] = []
  var detail: Detail?
}

private enum NotebookAction: Sendable {
  case open(Note.ID)
  case close
  case detail(DetailAction)
}

@MainActor
@Suite struct DetailTests {
  private let bench = TestBench()

  @Test func `a detail ends with its translation`() async throws {
    let clock = bench.clock
    @Sendable func translation(of text: String) async throws -> String {
      try await clock.sleep(for: .seconds(1))
      return text == "Milk" ? "Milch" : "Brot"
    }
    let options = bench.options

    let detail = ComposedReducer { (detail: inout Detail, action: DetailAction) in
      switch action {
      case .translate(let text):
        return .cancellable({ .translated(try await translation(of: text)) }, "translation")
      case .translated(let text):
        detail.translation = text
        return .none
      }
    }
    let opened = Child(\Notebook.detail, id: "detail", embed: NotebookAction.detail) { action in
      if case .detail(let action) = action { action } else { nil }
    }
    let notebook = ComposedReducer { (notebook: inout Notebook, action: NotebookAction) in
      switch action {
      case .open(let id):
        notebook.detail = Detail(id: id)
        let text = notebook.notes.first { $0.id == id }?.text ?? ""
        return .send(.detail(.translate(text)))
      case .close: notebook.detail = nil
      case .detail: break
      }
      return .none
    }
    .lifting(detail, at: opened)

    let notes = [Note(id: 0, text: "Milk"), Note(id: 1, text: "Bread")]
    let store = Store(initialState: Notebook(notes: notes), options: options, reducer: notebook)

    store.send(.open(0))
    let milk = try #require(store.scope(opened))
    #expect(milk.isTaskRunning(id: "translation"))
    store.send(.open(1))
    #expect(milk.hasDeparted)
    let bread = try #require(store.scope(opened))
    await clock.advance(by: .seconds(1))
    #expect(bread.translation == "Brot")
    #expect(milk.translation == nil)
    store.send(.close)
    #expect(store.scope(opened) == nil)
  }
}
