import Foundation
import StoreCore
import StoreRecording
import StoreSimulation
import Testing
import _StoreTestSupport

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
        "     0ms  handled type a", "     0ms  effect search started, launched by type a",
        "   100ms  handled found type a, sent by effect search", "   100ms  effect search ended, finished",
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
      recording.lines == [
        "     0ms  [store 1] handled type b", "     0ms  [store 1] effect search started, launched by type b",
        "     0ms  [first] handled type a", "     0ms  [first] effect search started, launched by type a",
        "     0ms  [first] effect search ended, cancelled",
      ]
    )
  }

  @Test func `lines say how many records are lost, and that the cause is`() {
    let recorder = Recorder(Recorder.Limits(records: 1, states: 0), clockTime: { .zero })
    let store = ScriptStore<String>(options: StoreOptions(observers: [recorder])) { $0 == "a" ? .emit("b") : .none }
    store.send("a")
    #expect(recorder.recording.lines == ["(1 earlier records are lost)", "     0ms  handled b, sent by an action"])
  }

  // MARK: Trees

  @Test func `a tree has what came from an action, and of an effect its launch`() async throws {
    let store = search()
    store.send("other")
    store.send("type a")
    await bench.clock.advance(by: .milliseconds(100))
    let tree = try #require(recording.tree(of: 2))
    #expect(
      tree.description == """
             0ms  handled type a
             0ms    effect search started, launched by type a
           100ms      handled found type a, sent by effect search
        """
    )
    #expect(tree.rows.map(\.depth) == [0, 1, 2])
    // The end of the effect is part of its life.
    #expect(recording.tree(of: 5)?.rows.map(\.record.number) == [3, 4])
    #expect(recording.tree(of: 0) == nil)
    #expect(recording.tree(of: 6) == nil)
  }

  @Test func `a chain of ten thousand actions has a tree`() {
    let store = ScriptStore<Int>(options: options(nil)) { $0 < 10_000 ? .emit($0 + 1) : .none }
    store.send(1)
    #expect(recording.tree(of: 1)?.rows.last?.depth == 9_999)
  }

  // MARK: Stories

  @Test func `a story says who launched an effect, how it ended, and what was dropped`() async throws {
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
    store.send("type")
    let line = #line - 1
    await bench.clock.advance(by: .milliseconds(50))
    store.send("cancel")
    await bench.clock.advance(by: .milliseconds(50))
    gate.open()
    await bench.clock.advance(by: .zero)
    let story = try #require(recording.stories(of: "search").first)
    #expect(
      story.description == """
        0ms  The effect 'search' was launched by the action type, from the send at \
        StoreRecordingTests/RecordingViewTests.swift:\(line).
        50ms  It was cancelled.
        100ms  Its task ended.
        100ms  dropped found, sent by effect search
        """
    )
    #expect(story.cause?.number == 1)
    #expect(story.dropped.count == 1)
    #expect(story.sent.isEmpty)
    #expect(recording.why(story.effect.token)?.description == story.description)
  }

  @Test func `a story says that an effect waits, was refused, or runs`() async {
    let store = ScriptStore<String>(options: options(nil)) { _ in
      .run(EffectOptions(id: "load", policy: .queue(limit: 1), name: nil)) { _ in try await untilCancelled() }
    }
    for _ in 0..<3 { store.send("go") }
    let ends = recording.stories(of: "load").map { $0.description.split(separator: "\n").last ?? "" }
    #expect(ends == ["It runs.", "It waits for its turn.", "0ms  It was refused, as the queue is full."])
    store.cancel(.all)
    await bench.clock.runUntilIdle()
  }

  // MARK: Counts

  @Test func `counts are by names, with the times from start to end`() async {
    let store = search()
    store.send("type a")
    await bench.clock.advance(by: .milliseconds(30))
    store.send("type b")
    await bench.clock.advance(by: .milliseconds(100))
    let search = recording.counts.effects["search"]
    #expect(search?.started == 2)
    #expect(search?.replaced == 1)
    #expect(search?.finished == 1)
    #expect(search?.runningTime == .milliseconds(130))
    #expect(recording.counts.actions == ["String": 3])
  }

  // MARK: Exports

  @Test func `each line of JSON decodes, and a cause is the number of a record`() async throws {
    let store = search("a \"b\"\\\n\u{1}")
    store.send("type a")
    await bench.clock.advance(by: .milliseconds(100))
    let lines = try recording.jsonLines().map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines[0]["format"] as? Int == 1)
    #expect((lines[0]["stores"] as? [[String: Any]])?.first?["name"] as? String == "a \"b\"\\\n\u{1}")
    #expect(
      lines.dropFirst().map { $0["kind"] as? String } == [
        "actionHandled", "effectStarted", "actionHandled", "effectEnded",
      ]
    )
    #expect(lines.dropFirst().map { $0["cause"] as? Int } == [nil, 1, 2, 1])
    #expect(lines.dropFirst().map { $0["at"] as? Int } == [0, 0, 100_000, 100_000])
    #expect(lines[4]["detail"] as? String == "finished")
  }

  @Test func `slices of a lane do not overlap, and both ends of each arrow are inside slices`() async throws {
    let (first, second) = (search("first"), search("second"))
    for number in 0..<5 {
      first.send("type \(number)")
      second.send("type \(number)")
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
    #expect(Dictionary(grouping: ends) { number($0, "id") }.values.allSatisfy { $0.count == 2 })
    #expect(!ends.isEmpty)
  }
}
