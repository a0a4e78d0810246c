import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The descriptions of events and handles.
@MainActor
@Suite struct DescriptionTests {
  private let executor = TestExecutor()
  private let events = RecordedEvents()

  private struct Failure: Error, CustomStringConvertible {
    var description: String { "no network" }
  }

  private func store() -> ScriptStore<String> {
    let options = StoreOptions(
      name: "feed",
      executor: executor,
      observers: [events],
      logger: RecordedLog().logger,
      onIssue: { _ in },
      chainLimit: 3
    )
    return ScriptStore(options: options) { action in
      switch action {
      case "load": .task(EffectOptions(id: "load")) { "loaded" }
      case "wait": .run(EffectOptions(id: "wait")) { _ in try await untilCancelled() }
      case "both":
        .merge([
          .run(EffectOptions(id: "one")) { _ in try await untilCancelled() },
          .run(EffectOptions(id: "two")) { _ in try await untilCancelled() },
        ])
      case "queue": .run(EffectOptions(id: "wait", policy: .queue(limit: 1))) { _ in }
      case "keep": .run(EffectOptions(id: "wait", policy: .keepRunning)) { _ in }
      case "fail": .run { _ in throw Failure() }
      case "again": .emit("again")
      default: .none
      }
    }
  }

  /// The events as text, without the numbers that depend on the process.
  private func lines() -> [String] {
    events.all.map { "\($0)".replacing(/#\d+/, with: "#N").replacing(/Event \d+/, with: "Event E") }
  }

  @Test func `an event reads as a sentence`() async {
    let store = store()
    let line = UInt(#line) + 1
    store.send("load")
    await store.settle()
    store.runtime.stateWasWrittenExternally()
    #expect(
      lines() == [
        "Event E of store 'feed': action 1, load, was handled, sent at \(#fileID):\(line).",
        "Event E of store 'feed': the effect 'load' (#N) started, because of action 1.",
        "Event E of store 'feed': the effect 'load' (#N) finished.",
        "Event E of store 'feed': action 2, loaded, was handled, because of effect #N.",
        "Event E of store 'feed': the state was changed by something other than an action.",
      ]
    )
  }

  @Test func `an effect's information reads as a sentence`() throws {
    let store = store()
    let line = UInt(#line) + 1
    store.send("wait")
    store.launch(.run { _ in try await untilCancelled() })
    store.launch(.run(EffectOptions(name: "upload")) { _ in try await untilCancelled() })
    #expect(
      store.runtime.runningEffects.map { "\($0)".replacing(/#\d+/, with: "#N") } == [
        "The effect 'wait' (#N) was launched by the action wait, from the send at \(#fileID):\(line).",
        "Effect #N was launched without an action, at \(#fileID):\(line + 1).",
        "The effect 'upload' (#N) was launched without an action, at \(#fileID):\(line + 2).",
      ]
    )
    store.cancel(.all)
  }

  @Test func `events of effects that wait, are refused, replaced and cancelled read as sentences`() async {
    let store = store()
    for action in ["wait", "queue", "queue", "keep", "wait"] { store.send(action) }
    let line = UInt(#line) - 1
    store.cancel(.id("wait"))
    await store.settle()
    let told = lines().filter { !$0.contains("was handled") }
    for words in [
      "the effect 'wait' (#N) started, because of action 1.",
      "the effect 'wait' (#N) waits for its turn, because of action 2.",
      "the effect 'wait' (#N) was refused, as the queue is full, because of action 3.",
      "the effect 'wait' (#N) was refused, as no more of that name may run, because of action 4.",
      "the effect 'wait' (#N) was replaced by effect #N, because of action 5, at \(#fileID):\(line).",
      "the effect 'wait' (#N) was cancelled by a cancel of 'wait', at \(#fileID):\(line + 2).",
      "the task of the effect 'wait' (#N), which was cancelled, has ended.",
    ] {
      #expect(told.contains("Event E of store 'feed': " + words), "\(words)")
    }
  }

  @Test func `the reason of a refusal at the end of an interval reads as a clause`() async {
    let clock = TestClock(executor: executor)
    let options = StoreOptions(name: "feed", executor: executor, clock: clock, observers: [events])
    let store = ScriptStore(String.self, options: options)
    let work = EffectProgram<String>.run(EffectOptions(policy: .keepRunning)) { _ in try await untilCancelled() }
    for _ in 0..<2 { store.launch(work.throttle(id: "work", for: .seconds(1), edges: .both)) }
    await clock.advance(by: .seconds(1))
    let words = "the effect 'work' (#N) was refused after it had waited, as no more of that name may run."
    #expect(lines().contains("Event E of store 'feed': " + words), "\(lines())")
    store.cancel(.all)
    await store.settle()
  }

  @Test func `failures, drops and issues read as sentences`() async {
    let store = store()
    store.send("fail")
    await store.settle()
    store.send("again")
    let told = lines()
    #expect(told.contains("Event E of store 'feed': effect #N failed with no network."))
    #expect(
      told.contains { $0.hasPrefix("Event E of store 'feed': In store 'feed' the effect of fail threw no network") }
    )
    #expect(told.contains("Event E of store 'feed': the action again was dropped, because of action 5."))
    #expect(told.contains { $0.hasPrefix("Event E of store 'feed': One action has caused 3 others without a pause.") })
  }

  @Test func `a handle reads as a sentence`() async {
    let store = store()
    #expect(
      "\(store.send("other"))"
        == "There is nothing to wait for: the action was handled or dropped, and nothing of it is left."
    )
    let handle = store.send("wait")
    let words = "\(handle)".replacing(/#\d+/, with: "#N")
    #expect(words == "The action was handled by store 'feed', and its effects are running: the effect 'wait' (#N).")
    handle.cancel()
    await store.settle()
    #expect(
      "\(handle)" == "There is nothing to wait for: the action was handled or dropped, and nothing of it is left."
    )
  }

  @Test func `the handle of several cancelled effects says at once that nothing is left to wait for`() {
    let handle = store().send("both")
    handle.cancel()
    #expect("\(handle)" == "The action was handled or cancelled, and nothing of its own is left to wait for.")
  }

  @Test func `the handle of a waiting action says so`() {
    var words = ""
    var store: ScriptStore<String>?
    store = ScriptStore(options: StoreOptions(name: "feed")) { action in
      if action == "first" { words = "\(store?.send("second") ?? SendHandle())" }
      return .none
    }
    store?.send("first")
    #expect(words == "The action waits for its turn in store 'feed', or is being handled.")
  }
}
