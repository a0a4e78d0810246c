import ElmEngine
import Logging
import StoreRecording
import StoreTesting
import Testing

// Recipes of the cookbook: tests and logs.

private struct Note: Equatable {
  var text = ""
  var savedText = ""
}

private enum NoteAction: Equatable, Sendable {
  case typed(String)
  case saved(String)
}

@MainActor
@Suite struct TestRecipesTests {
  private func makeStore(options: StoreOptions) -> Store<Note, NoteAction> {
    Store(initialState: Note(), options: options) { (note: inout Note, action: NoteAction) in
      switch action {
      case .typed(let text):
        note.text = text
        return .task { .saved(text) }.debounce(id: "save", for: .seconds(1))
      case .saved(let text):
        note.savedText = text
        return .none
      }
    }
  }

  @Test func `let time pass`() async {
    let bench = TestBench()
    let store = makeStore(options: bench.options)
    store.send(.typed("swift"))
    await bench.clock.advance(by: .seconds(1))
    #expect(store.savedText == "swift")
  }

  @Test func `step by step`() async {
    let store = TestStore { makeStore(options: $0) }
    await store.send(.typed("swift")) { $0.text = "swift" }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.saved("swift")) { $0.savedText = "swift" }
    await store.finish()
  }

  @Test func `in a hundred orders`() async {
    let exploration = await exploreSchedules(seeds: 0..<100) { bench in
      let store = makeStore(options: bench.options)
      bench.finally(store, "what is shown as saved is the text") { $0.savedText == $0.text }
      await bench.step("types s") { store.send(.typed("s")) }
      await bench.step("types sw", at: .milliseconds(1_500)) { store.send(.typed("sw")) }
    }
    #expect(exploration.agrees, "\(exploration)")
  }

  @Test func `log what a store does`() async {
    let recorder = Recorder()
    let logger = Logger(label: "app.note")
    let options = StoreOptions(
      name: "note",
      observers: [recorder, LogObserver(logger: logger), ChangeLog(to: .logger(logger))],
      onError: { error, effect in print("\(effect) failed: \(error)") }
    )
    let store = makeStore(options: options)
    store.send(.typed("swift"))
    store.cancelAll()
    for line in recorder.recording.lines { print(line) }  // the last ones before a failure
    #expect(recorder.recording.lines.count >= 2)
  }

  @Test func `wait for what an action causes`() async {
    let bench = TestBench(isTraced: false)
    let store = Store(initialState: Note(), options: bench.options) { (note: inout Note, action: NoteAction) in
      switch action {
      case .typed(let text): return .task { .saved(text) }
      case .saved(let text): note.savedText = text
      }
      return .none
    }
    let savedText = await store.perform(.typed("swift"), returning: \.savedText)
    #expect(savedText == "swift")
    store.enqueue(.typed("swiftly"))  // from any isolation: it needs no 'await'
    await store.settle()
    #expect(store.savedText == "swiftly")
  }
}
