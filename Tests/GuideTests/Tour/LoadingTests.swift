import ElmEngine
import StoreTesting
import Testing

// The second and the third step of the tour: an effect, and a test.

private struct Note: Equatable, Identifiable, Sendable {
  let id: Int
  var text: String
}

private struct Notebook: Equatable {
  var notes: [Note] = []
  var isLoading = false
  var error: String?
}

private enum NotebookAction: Equatable, Sendable {
  case add(String)
  case load
  case loaded([Note])
  case failed(String)
  case cancel
}

private struct Server: Sendable {
  var fetchNotes: @Sendable () async throws -> [Note]
}

private func notebook(server: Server) -> ComposedReducer<Notebook, NotebookAction> {
  ComposedReducer { (notebook: inout Notebook, action: NotebookAction) in
    switch action {
    case .add(let text):
      notebook.notes.append(Note(id: notebook.notes.count, text: text))
    case .load:
      notebook.isLoading = true
      return .task(id: "load") { .loaded(try await server.fetchNotes()) }
        .timeout(after: .seconds(10))
        .catch { error in .failed("\(error)") }
    case .loaded(let notes): notebook = Notebook(notes: notes)
    case .failed(let reason):
      notebook.isLoading = false
      notebook.error = reason
    case .cancel:
      notebook.isLoading = false
      return .cancel(id: "load")
    }
    return .none
  }
}

@MainActor
@Suite struct LoadingTests {
  @Test func `notes are loaded`() async {
    let server = Server {
      try await EffectClock.current.sleep(for: .seconds(1))
      return [Note(id: 0, text: "Milk")]
    }
    let store = TestStore { Store(initialState: Notebook(), options: $0, reducer: notebook(server: server)) }
    await store.send(.load) { $0.isLoading = true }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.loaded([Note(id: 0, text: "Milk")])) {
      $0.notes = [Note(id: 0, text: "Milk")]
      $0.isLoading = false
    }
    await store.finish()
  }

  @Test func `a slow server is an error, and a cancel is none`() async {
    let server = Server {
      try await EffectClock.current.sleep(for: .seconds(60))
      return []
    }
    let store = TestStore { Store(initialState: Notebook(), options: $0, reducer: notebook(server: server)) }
    await store.send(.load) { $0.isLoading = true }
    await store.clock.advance(by: .seconds(10))
    await store.receive(.failed("The effect did not end within 10.0 seconds.")) {
      $0.isLoading = false
      $0.error = "The effect did not end within 10.0 seconds."
    }
    await store.send(.load) { $0.isLoading = true }
    await store.send(.cancel) { $0.isLoading = false }
    await store.finish()
  }
}
