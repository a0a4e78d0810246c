import ElmEngine
import Logging
import StoreRecording
import StoreTesting
import Testing

// The samples of StoreRecording's page, as they stand there, and one of the guide to testing features.

private struct Search: Equatable {
  var text = ""
  var seconds = 0
}

private enum SearchAction: Equatable, Sendable {
  case typed(String)
  case ticked
}

private func reduce(state: Search, action: SearchAction) -> (Search, Effect<SearchAction>) {
  switch action {
  case .typed(let text): (Search(text: text), .none)
  case .ticked: (Search(text: state.text, seconds: state.seconds + 1), .none)
  }
}

@MainActor
private final class Console {
  private(set) var lines: [String] = []

  init() {}

  func show(_ text: String) {
    lines += text.split(separator: "\n").map(String.init)
  }
}

@MainActor
@Suite struct StoreRecordingPageTests {
  @Test func `the recorder of a test store`() async {
    let recorder = Recorder()
    let store = TestStore { options in
      var options = options
      options.observers = [recorder]
      return Store(initialState: Search(), options: options, reduce: reduce)
    }
    await store.send(.typed("sw")) { $0.text = "sw" }
    await store.finish()
    #expect(recorder.recording.findings.isEmpty)
    #expect(recorder.recording.records.count == 3)
  }

  @Test func `the samples`() {
    let console = Console()
    func print(_ line: String) { console.show(line) }

    let recorder = Recorder()
    let options = StoreOptions(name: "search", observers: [recorder, ChangeLog()])
    let store = Store(initialState: Search(), options: options) { (state: consuming Search, action: SearchAction) in
      var newState = state
      switch action {
      case .typed(let text): newState.text = text
      case .ticked: newState.seconds += 1
      }
      return (newState, .none)
    }
    store.send(.typed("sw"))
    let recording = recorder.recording
    for line in recording.lines { print(line) }

    let quiet = ChangeLog(changesOnly: true) { (action: SearchAction) in action != .ticked }
    let logged = ChangeLog(to: .logger(Logger(label: "app.search"), level: .debug))
    let shown = ChangeLog(to: .function { entry in console.show(entry.description) })

    store.runtime.observe(quiet).cancel()
    store.runtime.observe(logged).cancel()

    let observation = store.runtime.observe(shown)
    store.send(.typed("swift"))
    observation.cancel()

    store.send(.typed("s"))
    #expect(console.lines.first?.hasSuffix("  search: ElmEngine.Store, state Search, actions SearchAction") == true)
    #expect(console.lines.dropFirst().first?.hasSuffix("  handled typed(\"sw\")") == true)
    #expect(
      Array(console.lines.dropFirst(3)) == [
        "    Search(", #"  -   text: "sw","#, #"  +   text: "swift","#, "      seconds: 0", "    )",
      ]
    )
  }
}
