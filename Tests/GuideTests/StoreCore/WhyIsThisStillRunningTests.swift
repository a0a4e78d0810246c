import ElmEngine
import StoreCore
import StoreRecording
import StoreTesting
import Testing

// The samples of the guide, as they stand there.

private struct Search {
  var text = ""
  var results: [String] = []
}

private enum SearchAction: Sendable {
  case typed(String)
  case found([String])
  case cancelled
}

@MainActor
@Suite struct WhyIsThisStillRunningTests {
  /// Ends when it is cancelled.
  private let silence = AsyncStream<Never>.makeStream()

  private func reduce(state: Search, action: SearchAction) -> (Search, Effect<SearchAction>) {
    switch action {
    case .typed(let text):
      let silence = silence.stream
      return (
        Search(text: text, results: state.results),
        .cancellable(
          {
            for await _ in silence {}
            try Task.checkCancellation()
            return .found([text])
          },
          "search"
        )
      )
    case .found(let results): return (Search(text: state.text, results: results), .none)
    case .cancelled: return (state, .cancel("search"))
    }
  }

  @Test func `who did that`() async {
    var lines: [String] = []
    // Without the times.
    func print(_ text: String) {
      lines += text.split(separator: "\n").map { String(($0.split(separator: "ms  ").last ?? "").drop { $0 == " " }) }
    }

    let place = CallSite()

    let recorder = Recorder()
    let options = StoreOptions(name: "search", observers: [recorder])
    let store = Store(initialState: Search(), options: options, reduce: reduce)
    store.send(.typed("swift"))
    store.send(.cancelled)
    for answer in recorder.why("search") {
      print(answer.joined(separator: "\n"))
    }

    let file = place.fileID
    // The task may have ended meanwhile.
    #expect(
      lines.filter { !$0.hasPrefix("Its task") } == [
        "The effect 'search' was launched by the action typed(\"swift\"), sent at \(file):\(place.line + 5).",
        "It was cancelled by a cancel of 'search', because of the action cancelled, sent at \(file):\(place.line + 6).",
        "Nothing that it sent was dropped.",
      ]
    )
    await store.settle()
  }

  @Test func `what looks like a mistake`() async {
    let bench = TestBench(isTraced: false)
    let clock = bench.clock
    // In the bench's time: on a busy machine a task may end late by the system's.
    let recorder = Recorder(clockTime: { clock.now.offset })
    var options = bench.options
    options.observers.append(recorder)
    let store = Store(initialState: Search(), options: options, reduce: reduce)
    store.send(.typed("swift"))
    store.send(.cancelled)
    await store.settle()
    let hasDrained = recorder.recording.records.contains { record in
      if case .effectDrained? = record.event?.kind { true } else { false }
    }
    #expect(hasDrained)

    #expect(recorder.recording.findings.isEmpty)
  }

  @Test func `what it does now`() async {
    var lines: [String] = []
    func print(_ report: EffectReport) { lines.append("\(report)") }
    let store = Store(initialState: Search(), reduce: reduce)
    store.send(.typed("swift"))

    for report in store.runtime.effectReports {
      print(report)
    }

    #expect(lines.map { $0.replacing(/#[0-9]+/, with: "#7") } == ["The effect 'search' (#7) runs."])
  }
}
