import Foundation
import StoreCore
import StoreSimulation
import Testing
import _StoreTestSupport

@testable import StoreRecording

/// The lines, trees, stories and counts of recordings, in virtual time.
@MainActor
@Suite struct RecordingViewTests {
  private let bench = TestBench()

  private var recording: Recording { bench.recorder.recording }

  private func options(_ name: String?) -> StoreOptions {
    var options = bench.options
    options.name = name
    return options
  }

  private func search(_ name: String? = nil) -> ScriptStore<String> {
    ScriptStore(options: options(name)) { [clock = bench.clock] action in
      guard action.hasPrefix("type") else { return .none }
      return .run(EffectOptions(id: "search")) { send in
        try await clock.sleep(until: clock.now.advanced(by: .milliseconds(100)))
        send("found \(action)")
      }
    }
  }

  // MARK: Lines

  @Test func `a line has the time, the words and the cause`() async {
    let store = search()
    store.send("type a")
    await bench.clock.advance(by: .milliseconds(100))
    bench.recorder.note("the end")
    #expect(
      recording.lines == [
        "          store 1: _StoreTestSupport.ScriptStore, state Array<String>, actions String",
        "     0ms  handled type a", "     0ms  effect search started, launched by type a",
        "   100ms  handled found type a, sent by effect search", "   100ms  effect search finished",
        "   100ms  the end",
      ]
    )
  }

  // Actions are numbered from 1 in each store: the first of one is not the cause of what the first of another launched.
  @Test func `with several stores, each line has its store and names the cause in that store`() async {
    let (first, second) = (search("first"), search())
    second.send("type b")
    first.send("type a")
    first.cancel(.all)
    #expect(
      recording.lines.filter { !$0.contains("ScriptStore") } == [
        "     0ms  [store 1] handled type b", "     0ms  [store 1] effect search started, launched by type b",
        "     0ms  [first] handled type a", "     0ms  [first] effect search started, launched by type a",
        "     0ms  [first] effect search was cancelled by a cancel of all effects",
      ]
    )
  }

  @Test func `lines say how many records are lost, and that the cause is`() {
    let recorder = Recorder(Recorder.Limits(records: 1, states: 0), clockTime: { .zero })
    let store = ScriptStore<String>(options: StoreOptions(observers: [recorder])) { $0 == "a" ? .emit("b") : .none }
    store.send("a")
    #expect(
      recorder.recording.lines.dropFirst() == ["(1 earlier record is lost)", "     0ms  handled b, sent by an action"]
    )
  }

  @Test func `the errors of earlier attempts are in the lines, and in the story`() async {
    struct Failed: Error, CustomStringConvertible { let description: String }
    let attempts = Counter()
    let store = ScriptStore<String>(options: options(nil)) { action in
      guard action == "load" else { return .none }
      return .run(EffectOptions(id: "load")) { send in
        attempts.add()
        if attempts.value < 3 { throw Failed(description: "error \(attempts.value)") }
        send("loaded")
      }
      .retry(RetryPolicy(attempts: 3, delay: .milliseconds(10)))
    }
    store.send("load")
    await bench.clock.runUntilIdle()
    for lines in [recording.lines, recording.why("load").first ?? []] {
      for number in 1...2 {
        let words = ["failed with error \(number), and is tried again in", "as attempt \(number + 1) of 3"]
        #expect(lines.count { line in words.allSatisfy { line.contains($0) } } == 1)
      }
      #expect(lines.count { $0.contains("finished") } == 1)
    }
  }

  // MARK: Trees

  @Test func `a tree has what came from an action, and of an effect its launch`() async {
    let store = search()
    store.send("other")
    store.send("type a")
    await bench.clock.advance(by: .milliseconds(100))
    #expect(
      recording.tree(of: 2) == [
        "     0ms  handled type a", "     0ms    effect search started, launched by type a",
        "   100ms      handled found type a, sent by effect search",
      ]
    )
    // The end of the effect is part of its life.
    #expect(
      recording.tree(of: 5) == [
        "     0ms  effect search started, launched by type a",
        "   100ms    handled found type a, sent by effect search",
      ]
    )
    #expect(recording.tree(of: 0) == [])
    #expect(recording.tree(of: 6) == [])
  }

  @Test func `a chain of ten thousand actions has a tree`() {
    let store = ScriptStore<Int>(options: options(nil)) { $0 < 10_000 ? .emit($0 + 1) : .none }
    store.send(1)
    let lines = recording.tree(of: 1)
    #expect(lines.count == 10_000)
    #expect(lines.last?.contains(String(repeating: "  ", count: 10_000) + "handled 10000") == true)
  }

  @Test func `a tree and a story lead from one store to the next`() async throws {
    let last = ScriptStore<String>(options: options("last")) { _ in .run(EffectOptions(id: "end")) { _ in } }
    let middle = ScriptStore<String>(options: options("middle")) { _ in
      .run(EffectOptions(id: "pass")) { _ in await MainActor.run { _ = last.send("c", at: .unknown) } }
    }
    let first = ScriptStore<String>(options: options("first")) { action in
      if action == "a" { middle.send("b", at: .unknown) }
      return .none
    }
    // Its first action has the number of the others' first ones.
    last.send("other")
    first.send("a")
    let line = #line - 1
    await bench.clock.runUntilIdle()
    let number = try #require(recording.records.first { $0.store?.name == "first" }?.number)
    #expect(
      recording.tree(of: number) == [
        "     0ms  [first] handled a", "     0ms    [middle] handled b, sent by a of first",
        "     0ms      [middle] effect pass started, launched by b",
        "     0ms        [last] handled c, sent by effect pass of middle",
        "     0ms          [last] effect end started, launched by c",
      ]
    )
    #expect(
      recording.why("end").last?.first == """
             0ms  [last] The effect 'end' was launched by the action c, sent by the effect 'pass' of middle, launched by \
        the action b, sent by the action a of first, sent at StoreRecordingTests/RecordingViewTests.swift:\(line).
        """
    )
  }

  // MARK: Stories

  @Test func `a story says who launched an effect, how it ended, and what was dropped`() async {
    let gate = Gate()
    let store = ScriptStore<String>(options: options(nil)) { action in
      switch action {
      case "type":
        .run(EffectOptions(id: "search")) { send in
          await gate.pass()
          send("found")
        }
      case "cancel": .cancel(id: "search")
      default: .none
      }
    }
    bench.recorder.note("a step")
    store.send("type")
    let line = #line - 1
    await bench.clock.advance(by: .milliseconds(50))
    store.send("cancel")
    await bench.clock.advance(by: .milliseconds(50))
    gate.open()
    await bench.clock.advance(by: .zero)
    #expect(
      recording.why("search") == [
        [
          """
               0ms  The effect 'search' was launched by the action type, sent at \
          StoreRecordingTests/RecordingViewTests.swift:\(line), after the note 'a step'.
          """,
          """
              50ms  It was cancelled by a cancel of 'search', because of the action cancel, sent at \
          StoreRecordingTests/RecordingViewTests.swift:\(line + 3).
          """,
          "   100ms  It sent found, which was dropped.", "   100ms  Its task ended.",
        ]
      ]
    )
  }

  @Test func `a story follows the causes to where they came from, and says that a cause is lost`() async throws {
    let recorder = Recorder(Recorder.Limits(records: 5, states: 0), clockTime: { .zero })
    var options = bench.options
    options.observers = [bench.recorder, recorder]
    let store = ScriptStore<String>(options: options) { action in
      switch action {
      case "start": .emit("load")
      case "load": .run(EffectOptions(id: "load")) { send in send("loaded") }
      case "loaded": .run(EffectOptions(id: "show", name: "page")) { _ in }
      default: .none
      }
    }
    store.send("start")
    let line = #line - 1
    await bench.clock.advance(by: .zero)
    #expect(
      recording.why("show").first?.first == """
             0ms  The effect 'show' (page) was launched by the action loaded, sent by the effect 'load', launched by the \
        action load, sent by the action start, sent at StoreRecordingTests/RecordingViewTests.swift:\(line).
        """
    )
    #expect(
      recorder.recording.why("load").first?.first
        == "     0ms  The effect 'load' was launched by the action load, whose record is lost."
    )
  }

  @Test func `a story counts what an effect sent again and again, and says that nothing was dropped`() async {
    let store = ScriptStore<[Int]>(options: options(nil)) { action in
      guard action.isEmpty else { return .none }
      return .run(EffectOptions(id: "count", policy: .keepRunning)) { [clock = bench.clock] send in
        for number in 1...3 {
          send([number])
          try await clock.sleep(for: .milliseconds(10))
        }
        try await clock.sleep(for: .seconds(1))
      }
    }
    store.send([])
    await bench.clock.advance(by: .milliseconds(50))
    store.send([])
    store.cancel(.all)
    let line = #line - 1
    await bench.clock.runUntilIdle()
    let story = recording.why("count").first?.dropFirst() ?? []
    #expect(
      story.map { $0.replacing(/, sent at.*:\d+/, with: "") } == [
        "     0ms  It sent [1], which was handled.", "    10ms  It sent [2], which was handled.",
        "    20ms  It sent [3], which was handled.",
        """
            50ms  Another one of its name was refused, as no more of that name may run: it was launched by the action [].
        """,
        "    50ms  It was cancelled by a cancel of all effects, at StoreRecordingTests/RecordingViewTests.swift:\(line).",
        "    50ms  Its task ended.", "          Nothing that it sent was dropped.",
      ]
    )
  }

  @Test func `a story says that an effect waits, was refused, or runs`() async {
    let store = ScriptStore<String>(options: options(nil)) { _ in
      .run(EffectOptions(id: "load", policy: .queue(limit: 1), name: nil)) { _ in try await untilCancelled() }
    }
    for _ in 0..<3 { store.send("go") }
    let stories = recording.why("load")
    #expect(stories[0].dropFirst().first?.hasPrefix("     0ms  Another one of its name was refused") == true)
    #expect(
      stories.map { $0.last ?? "" } == [
        "          It still runs.", "          It still waits for its turn.",
        "     0ms  It was refused, as the queue is full.",
      ]
    )
    #expect(
      bench.recorder.why("load").map { ($0.last ?? "").replacing(/#\d+/, with: "#N") } == [
        "     now  It still runs.", "     now  It waits for its turn behind the effect 'load' (#N).",
        "     0ms  It was refused, as the queue is full.",
      ]
    )
    store.cancel(.all)
    await bench.clock.runUntilIdle()
  }

  @Test func `a story that ends with a wait does not say that its effect runs, nor the time of another store`() async {
    let store = ScriptStore<String>(options: options("first")) { _ in
      .run { _ in try await untilCancelled() }.debounce(id: "load", for: .milliseconds(300))
    }
    let other = search("second")
    store.send("go")
    await bench.clock.advance(by: .milliseconds(20))
    other.send("other")
    let wait = "     0ms  [first] It waits for 0.3 seconds of silence."
    #expect(recording.why("load").first?.suffix(2) == [wait, "          [first] It has not ended."])
    #expect(bench.recorder.why("load").first?.suffix(2) == [wait, "     now  [first] It has not ended."])
    store.cancel(.all)
    await bench.clock.runUntilIdle()
  }

  @Test func `a story that is asked for while the store lives says what its effects wait for`() async throws {
    let elements = AsyncStream.makeStream(of: String.self)
    let store = ScriptStore<String>(options: options(nil)) { action in
      .stream(elements.stream, EffectOptions(id: EffectID(action)))
    }
    let handle = store.send("ticks")
    await bench.clock.advance(by: .zero)
    let wait = Task { await handle.tree }
    let token = try #require(store.runtime.runningEffects.first?.token)
    #expect(bench.recorder.why("ticks").last?.last == "     now  It waits for an element.")
    #expect(bench.recorder.why(token).last == "     now  It waits for an element.")
    // A recording is of one moment, and asks no store.
    #expect(recording.why(token).last == "          It still runs.")
    // One that was added late knows no launch.
    let late = Recorder()
    store.runtime.observe(late)
    #expect(
      late.why("ticks") == [
        ["     now  The effect 'ticks' (#\(token.rawValue)) waits for an element. Its launch is not recorded."]
      ]
    )
    store.cancel(.all)
    #expect(late.why("ticks").first?.first?.contains("Its launch is not recorded.") != true)
    await wait.value
  }

  @Test func `a name without an effect is answered by the names that there are`() async {
    #expect(recording.why("serach") == [["No effect 'serach'. None with a name is recorded."]])
    let store = search()
    store.send("type a")
    #expect(recording.why("serach") == [["No effect 'serach'. Known: 'search'."]])
    #expect(bench.recorder.why("serach") == recording.why("serach"))
    let other = ScriptStore<String>(options: options(nil)) { .run(EffectOptions(id: EffectID($0))) { _ in } }
    for number in 1...21 { other.send("\(number)") }
    #expect(recording.why("serach")[0][0].hasSuffix("'18', '19' and 2 more."))
    let unknown = ScriptStore<String> { .run(EffectOptions(id: EffectID($0))) { _ in try await untilCancelled() } }
    unknown.send("b")
    let token = unknown.runtime.runningEffects[0].token
    #expect(recording.why(token) == ["The effect #\(token.rawValue) is not recorded."])
    await bench.clock.runUntilIdle()
    unknown.cancel(.all)
  }

  // MARK: Timeline

  @Test func `a timeline has the actions and the lives of effects, on lanes on which no two are at once`() async {
    let store = ScriptStore<String>(options: options(nil)) { [clock = bench.clock] action in
      .run(EffectOptions(id: EffectID(String(action.prefix(1))), policy: .queue(limit: 1))) { _ in
        try await clock.sleep(until: clock.now.advanced(by: .milliseconds(100)))
      }
    }
    store.send("a1")
    await bench.clock.advance(by: .milliseconds(50))
    for action in ["a2", "b", "a3"] { store.send(action) }
    await bench.clock.advance(by: .milliseconds(60))
    store.send("c")
    store.cancel(.id("c"))
    await bench.clock.advance(by: .milliseconds(10))
    let spans = recording.timeline
    #expect(spans.map(\.record.number) == spans.map(\.record.number).sorted())
    #expect(spans.filter { $0.lane == 0 }.map(\.start.microseconds) == [0, 50_000, 50_000, 50_000, 110_000])
    func words(_ span: TimelineSpan) -> String {
      let times = [span.start, span.started, span.ended, span.drained]
      let texts = times.map { $0.map { "\($0.microseconds / 1_000)" } ?? "-" }
      return "\(span.lane): \(texts.joined(separator: " ")) \(span.outcome.map { "\($0)" } ?? "runs")"
    }
    #expect(
      spans.filter { $0.lane > 0 }.map(words) == [
        "1: 0 0 100 - finished", "2: 50 100 - - runs", "3: 50 50 - - runs",
        "4: 50 - 50 - refused(StoreCore.RefusalReason.queueIsFull)", "1: 110 110 110 110 cancelled",
      ]
    )
    store.cancel(.all)
    await bench.clock.runUntilIdle()
  }

  @Test func `an effect of which the launch is lost is not on the timeline`() async {
    let recorder = Recorder(Recorder.Limits(records: 1, states: 0), clockTime: { .zero })
    var options = bench.options
    options.observers = [recorder]
    let store = ScriptStore<String>(options: options) { .run(EffectOptions(id: EffectID($0))) { _ in } }
    store.send("a")
    await bench.clock.advance(by: .zero)
    #expect(recorder.recording.records.count == 1 && recorder.recording.timeline.isEmpty)
  }

  // MARK: Counts

  @Test func `counts are by names, with the times from start to end`() async {
    let store = search()
    store.send("type a")
    await bench.clock.advance(by: .milliseconds(30))
    store.send("type b")
    await bench.clock.advance(by: .milliseconds(100))
    let search = recording.effectCounts["search"]
    #expect(search?.started == 2)
    #expect(search?.replaced == 1)
    #expect(search?.finished == 1)
    #expect(search?.runningTime == .milliseconds(130))
    #expect(recording.actionCounts == ["String": 3])
  }

  // MARK: Exports

  @Test func `each line of JSON decodes, and gives the same words`() async throws {
    let (first, second) = (search("a \"b\"\\\n\u{1}"), search())
    first.send("type a")
    second.send("type b")
    bench.recorder.note("a note")
    await bench.clock.advance(by: .milliseconds(100))
    let lines = recording.jsonLines()
    #expect(lines.first == #"{"format":1}"#)
    var session = SessionText()
    let decoder = JSONDecoder()
    for line in lines.dropFirst() {
      let data = Data(line.utf8)
      if let store = try? decoder.decode(StoreText.self, from: data), !line.contains("number") {
        session.add(store)
      } else {
        session.add(try decoder.decode(RecordText.self, from: data))
      }
    }
    #expect(session.records == recording.text.records)
    #expect(session.lines == recording.lines)
    #expect(session.records.map(\.number) == Array(1...9))
  }

  @Test func `long texts are cut in a line of JSON`() {
    bench.recorder.note(String(repeating: "a", count: 100_000))
    #expect(recording.jsonLines()[1].count < 1_100)
  }

  @Test func `slices of a lane do not overlap, and both ends of each arrow are inside slices`() async throws {
    let second = search("second")
    let first = ScriptStore<String>(options: options("first")) { [clock = bench.clock] action in
      // An arrow leads to the other store.
      second.send(action)
      return .run(EffectOptions(id: "search")) { _ in
        try await clock.sleep(until: clock.now.advanced(by: .milliseconds(100)))
      }
    }
    for number in 0..<5 {
      first.send("type \(number)")
      await bench.clock.advance(by: .milliseconds(number * 40))
    }
    let trace = try #require(
      JSONSerialization.jsonObject(with: Data(recording.chromeTrace().utf8)) as? [String: [[String: Any]]]
    )
    let events = try #require(trace["traceEvents"])
    func number(_ event: [String: Any], _ key: String) -> Int { event[key] as? Int ?? -1 }
    let slices = events.filter { $0["ph"] as? String == "X" }
    let ends = events.filter { ["s", "f"].contains($0["ph"] as? String) }
    #expect(slices.filter { number($0, "tid") > 0 }.count == 10)
    for (index, slice) in slices.enumerated() {
      let overlaps = slices[(index + 1)...].contains { other in
        number(other, "pid") == number(slice, "pid") && number(other, "tid") == number(slice, "tid")
          && number(slice, "tid") > 0 && number(other, "ts") < number(slice, "ts") + number(slice, "dur")
          && number(slice, "ts") < number(other, "ts") + number(other, "dur")
      }
      #expect(!overlaps)
    }
    for end in ends {
      let isInside = slices.contains { slice in
        number(slice, "pid") == number(end, "pid") && number(slice, "tid") == number(end, "tid")
          && (number(slice, "ts")..<number(slice, "ts") + number(slice, "dur")).contains(number(end, "ts"))
      }
      #expect(isInside)
    }
    let arrows = Dictionary(grouping: ends) { number($0, "id") }.values
    #expect(arrows.allSatisfy { $0.count == 2 })
    #expect(arrows.count { Set($0.map { number($0, "pid") }).count == 2 } == 5)
  }
}
