import Observation
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// A state may change by something other than an action.
@MainActor
@Suite struct StateChangeTests {
  private let log = EventLog()
  private let reaction = Reaction()

  /// An engine whose state is a list of words, and can be replaced.
  @MainActor
  private final class Words {
    let box: StateBox<[String]>
    let runtime: Runtime<String>

    init(
      options: StoreOptions = StoreOptions(),
      ordering: ActionOrdering = .concurrent,
      script: @escaping @MainActor (String) -> EffectProgram<String> = { _ in .none }
    ) {
      let box = StateBox<[String]>([], options: options)
      self.box = box
      runtime = Runtime(options: options, ordering: ordering) { action in
        var state = box.take()
        state.append(action)
        box.put(state)
        return script(action)
      }
    }

    func replace(with state: [String], at location: CallSite? = nil) {
      runtime.changeState(at: location) { box.replace(with: state) }
    }
  }

  private var options: StoreOptions { StoreOptions(observers: [log, reaction]) }

  @Test func `observers, subscribers and trackings of the state are notified`() async {
    let words = Words(options: options)
    let tracked = Counter()
    var seen: [[String]] = []
    let subscription = words.box.subscribe { seen.append($0) }
    withObservationTracking {
      _ = words.box.value
    } onChange: {
      tracked.add()
    }
    words.replace(with: ["new"])
    #expect(words.box.value == ["new"])
    #expect(seen == [["new"]])
    #expect(tracked.value == 1)
    #expect(log.events == ["changed"])
    subscription.cancel()
  }

  @Test func `observers receive the place of the change`() {
    let events = RecordedEvents()
    let words = Words(options: StoreOptions(observers: [events]))
    words.replace(with: [], at: CallSite(fileID: "Here/File.swift", filePath: "/Here/File.swift", line: 3, column: 1))
    words.replace(with: [])
    #expect(events.all.map { $0.location?.line } == [3, nil])
  }

  @Test(arguments: [ActionOrdering.concurrent, .sequential])
  func `what was enqueued is handled before a change, and what is sent during it after it`(ordering: ActionOrdering) {
    let words = Words(options: options, ordering: ordering) { $0 == "sent" ? .emit("emitted") : .none }
    let subscription = words.box.subscribe { state in
      guard state == ["new"] else { return }
      words.runtime.enqueue("enqueued")
      #expect(!words.runtime.send("sent").isFinished)
    }
    reaction.set { event in
      if case .stateChanged = event.kind { words.runtime.send("told") }
    }
    words.runtime.enqueue("before")
    words.replace(with: ["new"])
    #expect(words.box.value == ["new", "enqueued", "sent", "emitted", "told"])
    #expect(
      log.events == [
        "handled before", "changed", "handled enqueued", "handled sent", "handled emitted", "handled told",
      ]
    )
    words.runtime.send("after")
    #expect(words.box.value.last == "after")
    #expect(words.runtime.table.nodeCount == 0)
    subscription.cancel()
    reaction.set(nil)
  }

  @Test(arguments: [ActionOrdering.concurrent, .sequential])
  func `a change based on the present state comes before what was enqueued`(ordering: ActionOrdering) {
    let words = Words(options: options, ordering: ordering)
    words.runtime.enqueue("enqueued")
    let state = words.box.value + ["new"]
    words.runtime.changeState(isBehindSent: false) { words.box.replace(with: state) }
    #expect(words.box.value == ["new", "enqueued"])
    #expect(log.events == ["changed", "handled enqueued"])
  }

  @Test(arguments: [false, true])
  func `a change made by a subscriber reaches all subscribers in the order of the changes`(byAction: Bool) {
    let words = Words(options: options)
    var first: [[String]] = []
    var last: [[String]] = []
    words.box.subscribe { state in
      first.append(state)
      if state == ["a"] {
        words.runtime.send("sent")
        words.replace(with: ["b"])
        #expect(words.box.value == ["b"])
      }
    }
    words.box.subscribe { last.append($0) }
    if byAction {
      words.runtime.send("a")
    } else {
      words.replace(with: ["a"])
    }
    #expect(words.box.value == ["b", "sent"])
    #expect(first == [["a"], ["b"], ["b", "sent"]])
    #expect(last == first)
  }

  @Test func `a change while an effect's action is handled is part of that turn`() async {
    let executor = TestExecutor()
    let words = Words(options: StoreOptions(executor: executor)) { action in
      action == "start" ? .sequence([.task { "effect" }, .emit("member")]) : .none
    }
    words.box.subscribe { state in
      if state.last == "effect" { words.replace(with: ["replaced"]) }
    }
    words.runtime.send("start")
    await words.runtime.settle()
    #expect(words.box.value == ["replaced", "member"])
  }

  @Test func `what is sent in a change while a handler is suspended keeps waiting`() async {
    let gate = Gate()
    let box = StateBox<[String]>([])
    let runtime = Runtime<String> { action async in
      if action == "slow" { await gate.pass() }
      box.replace(with: box.value + [action])
      return .none
    }
    runtime.send("slow")
    runtime.changeState {
      box.replace(with: ["new"])
      runtime.send("sent")
    }
    #expect(box.value == ["new"])
    gate.open()
    await runtime.settle()
    #expect(box.value == ["new", "slow", "sent"])
  }

  @Test func `while a handler is suspended, changes of different origins are counted separately`() async {
    let (gate, issues) = (Gate(), IssueLog())
    let box = StateBox<[String]>([])
    let runtime = Runtime<String>(options: StoreOptions(onIssue: { issues.record($0) }, chainLimit: 4)) { _ async in
      await gate.pass()
      return .none
    }
    box.subscribe { state in
      if state.count < 4 { runtime.changeState { box.replace(with: state + ["next"]) } }
    }
    runtime.send("slow")
    for _ in 0..<3 {
      runtime.changeState { box.replace(with: ["first"]) }
      #expect(box.value == ["first", "next", "next", "next"])
    }
    #expect(issues.all.isEmpty)
    gate.open()
    await runtime.settle()
  }

  @Test func `a store with suspending handlers handles what is sent in a change after the change`() async {
    let box = StateBox<[String]>([])
    let runtime = Runtime<String> { action async in
      box.replace(with: box.value + [action])
      return .none
    }
    runtime.changeState {
      runtime.send("sent")
      box.replace(with: ["new"])
    }
    #expect(box.value == ["new", "sent"])
  }

  @Test(arguments: [false, true])
  func `the old state is readable when the change is announced`(keepsStateReadable: Bool) {
    let words = Words(options: StoreOptions(keepsStateReadable: keepsStateReadable))
    words.replace(with: ["old"])
    let seen = RecordedStates()
    withObservationTracking {
      _ = words.box.value
    } onChange: {
      MainActor.assumeIsolated { seen.states.append(words.box.value) }
    }
    words.replace(with: ["new"])
    #expect(seen.states == [["old"]])
    #expect(words.box.value == ["new"])
  }

  @Test func `taking a state that was taken and not put back ends the program with an explanation`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await StateChangeTests.leaveWithoutPut(keepsStateReadable: false)
    }
    Self.expectRefusal(in: try #require(result))
  }

  @Test func `taking a state twice ends the program also where the old state stays readable`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await StateChangeTests.leaveWithoutPut(keepsStateReadable: true)
    }
    Self.expectRefusal(in: try #require(result))
  }

  private static func leaveWithoutPut(keepsStateReadable: Bool) {
    let box = StateBox([0], options: StoreOptions(keepsStateReadable: keepsStateReadable))
    let runtime = Runtime<Int> { action in
      let state = box.take()
      if action > 0 { box.put(state) }
      return .none
    }
    runtime.send(1)
    runtime.send(0)
    runtime.send(1)
  }

  private static func expectRefusal(in result: ExitTest.Result) {
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("Took the state of a store, which had been taken and not put back."))
    #expect(message.contains("Put the state back on each way out of a handler, and before it suspends."))
  }

  @Test func `a write inside a reducer ends the program with an explanation`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let box = StateBox([0])
        let runtime = Runtime<Int> { action in
          let state = box.take()
          box.replace(with: [action])
          box.put(state)
          return .none
        }
        runtime.send(1)
      }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      message.contains(
        """
        Wrote the state of a store inside its own reducer.

        The reducer owns the state while it runs, and would overwrite the written value when it returns.

        Change the reducer's parameter instead.
        """
      )
    )
  }
}

@MainActor
private final class RecordedStates {
  var states: [[String]] = []
}
