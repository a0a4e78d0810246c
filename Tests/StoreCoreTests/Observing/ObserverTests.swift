import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The events that an observer of the runtime receives, and their order.
@MainActor
@Suite struct ObserverTests {
  private let executor = TestExecutor()
  private let log = EventLog()

  @Test func `an observer sees actions, launches and ends in order`() async {
    let options = StoreOptions(executor: executor, observers: [log])
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      action == "load" ? .task(EffectOptions(id: "work")) { "loaded" } : .none
    }
    store.send("load")
    await store.settle()
    #expect(log.events == ["handled load", "started work", "finished work", "handled loaded"])
  }

  @Test func `an observer may send`() {
    final class Sender: RuntimeObserver {
      // Used on the main actor only, as the test's store is.
      nonisolated(unsafe) weak var store: ScriptStore<Int>?
      func receive(_ event: RuntimeEvent) {
        guard case .actionHandled(let action, _) = event.kind, let number = action as? Int, number < 3 else { return }
        MainActor.assumeIsolated { _ = store?.send(number + 1) }
      }
    }
    let sender = Sender()
    let store = ScriptStore(Int.self, options: StoreOptions(observers: [sender]))
    sender.store = store
    store.send(1)
    #expect(store.state == [1, 2, 3])
  }

  @Test func `an action that is cancelled in the queue is reported as dropped`() {
    let options = StoreOptions(observers: [log])
    var store: ScriptStore<String>?
    store = ScriptStore(options: options) { action in
      if action == "first" { store?.send("second").cancel() }
      return .none
    }
    store?.send("first")
    #expect(log.events == ["handled first", "dropped second of nobody"])
  }

  @Test func `action sequences get every action from now on`() async {
    let store = ScriptStore(Int.self)
    store.send(1)
    let actions = store.actions
    for number in 2...1_000 { store.send(number) }
    var seen: [Int] = []
    for await action in actions {
      seen.append(action)
      if action == 1_000 { break }
    }
    #expect(seen == Array(2...1_000))
  }

  @Test func `several action sequences get the same actions, and each ends independently`() async {
    let store = ScriptStore(Int.self)
    let first = store.actions
    store.send(1)
    let second = store.actions
    for number in 2...3 { store.send(number) }
    var seen: [[Int]] = [[], []]
    for await action in first {
      seen[0].append(action)
      if action == 3 { break }
    }
    for await action in second {
      seen[1].append(action)
      if action == 3 { store.send(4) }
      if action == 4 { break }
    }
    #expect(seen == [[1, 2, 3], [2, 3, 4]])
  }

  @Test func `once there is no reader any more, actions are handled as before`() async {
    let store = ScriptStore(Int.self)
    do {
      let actions = store.actions
      store.send(1)
      for await _ in actions { break }
    }
    store.send(2)
    store.send(3)
    #expect(store.state == [1, 2, 3])
  }

  @Test func `an effect is reported as started before it ends, and as ended before it drains`() async {
    let logged = ScriptStore(options: StoreOptions(observers: [log])) { (action: Int) -> EffectProgram<Int> in
      .run(EffectOptions(id: EffectID(action))) { _ in try await untilCancelled() }
    }
    for number in 1...200 {
      logged.send(number)
      await Task { @concurrent in }.value
      logged.cancel(.all)
    }
    await logged.settle()
    for number in 1...200 {
      let events = log.events.filter { $0.hasSuffix(" \(number)") && !$0.hasPrefix("handled") }
      #expect(events.prefix(2) == ["started \(number)", "cancelled \(number)"])
    }
  }

  @Test func `an observer sees the failure of an effect`() async {
    struct Failure: Error {}
    let options = StoreOptions(executor: executor, observers: [log], onError: { _, _ in })
    let store = ScriptStore(Int.self, options: options)
    store.launch(.task(EffectOptions(id: "work")) { throw Failure() })
    await store.settle()
    #expect(log.events == ["started work", "failed work"])
  }

  @Test(arguments: ["send", "enqueue", "emit", "task"])
  func `an observer is notified of an action after it was handled`(how: String) async {
    final class Reader: RuntimeObserver {
      // Used on the main actor only, as the test's store is.
      nonisolated(unsafe) weak var store: ScriptStore<Int>?
      nonisolated(unsafe) var states: [[Int]] = []
      func receive(_ event: RuntimeEvent) {
        guard case .actionHandled = event.kind else { return }
        MainActor.assumeIsolated { states.append(store?.state ?? []) }
      }
    }
    let reader = Reader()
    let store = ScriptStore(Int.self, options: StoreOptions(executor: executor, observers: [reader]))
    reader.store = store
    switch how {
    case "send": store.send(1)
    case "enqueue": store.enqueue(1)
    case "emit": store.launch(.emit(1))
    default: store.launch(.task { 1 })
    }
    await store.settle()
    #expect(reader.states == [[1]])
  }

  @Test func `action sequences get every action, whatever its source`() async {
    let store = ScriptStore(String.self, options: StoreOptions(executor: executor))
    let actions = store.actions
    store.send("sent")
    store.enqueue("enqueued")
    store.launch(.emit("emitted"))
    for program: EffectProgram<String> in [
      .task { "returned" },
      .run { $0("sent by a run") },
      .run { await $0.perform("performed") },
      .stream(
        AsyncStream { continuation in
          continuation.yield("element")
          continuation.finish()
        }
      ),
    ] {
      store.launch(program)
      await store.settle()
    }
    var seen: [String] = []
    for await action in actions {
      seen.append(action)
      if action == "element" { break }
    }
    #expect(seen == ["sent", "enqueued", "emitted", "returned", "sent by a run", "performed", "element"])
    #expect(store.state == seen)
  }

  @Test func `an action sequence and an observer get the same actions, and the observer outlives it`() async {
    let store = ScriptStore(String.self, options: StoreOptions(observers: [log]))
    do {
      let actions = store.actions
      store.send("first")
      store.send("second")
      var seen: [String] = []
      for await action in actions {
        seen.append(action)
        if action == "second" { break }
      }
      #expect(seen == ["first", "second"])
    }
    store.send("third")
    store.send("fourth")
    #expect(log.events == ["handled first", "handled second", "handled third", "handled fourth"])
  }

  // MARK: Several observers

  @Test func `several observers receive the same events in the same order`() async {
    let others = [EventLog(), EventLog()]
    let options = StoreOptions(executor: executor, observers: [log] + others)
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      action == "load" ? .task(EffectOptions(id: "work")) { "loaded" } : .none
    }
    store.send("load")
    await store.settle()
    #expect(log.events.count == 4)
    #expect(others.map(\.events) == [log.events, log.events])
  }

  @Test func `an observer that is added later receives what happens from then on`() async {
    let store = ScriptStore(options: StoreOptions(executor: executor)) { (action: String) -> EffectProgram<String> in
      action == "load" ? .task(EffectOptions(id: "work")) { "loaded" } : .none
    }
    store.send("load")
    store.runtime.observe(log)
    await store.settle()
    #expect(log.events == ["finished work", "handled loaded"])
    let other = EventLog()
    store.runtime.observe(other)
    store.send("next")
    #expect(other.events == ["handled next"])
    #expect(log.events.last == "handled next")
  }

  @Test func `an observer that is removed receives nothing more`() {
    let other = EventLog()
    let store = ScriptStore(String.self, options: StoreOptions(observers: [other]))
    let observation = store.runtime.observe(log)
    store.send("before")
    observation.cancel()
    observation.cancel()
    store.send("after")
    #expect(log.events == ["handled before"])
    #expect(other.events == ["handled before", "handled after"])
  }

  @Test func `an observer may be added and removed repeatedly`() {
    let store = ScriptStore(String.self)
    for round in 1...3 {
      let observation = store.runtime.observe(log)
      store.send("heard \(round)")
      observation.cancel()
      store.send("unheard \(round)")
      store.send("unheard \(round) too")
    }
    #expect(log.events == ["handled heard 1", "handled heard 2", "handled heard 3"])
    #expect(store.state.count == 9)
  }

  @Test func `an observer may remove itself and add another one while it is notified`() {
    final class Once: RuntimeObserver {
      let log: EventLog
      let next: EventLog
      // Used on the main actor only, as the test's store is.
      nonisolated(unsafe) weak var store: ScriptStore<String>?
      nonisolated(unsafe) var observation: StoreSubscription?
      init(log: EventLog, next: EventLog) {
        self.log = log
        self.next = next
      }
      func receive(_ event: RuntimeEvent) {
        log.receive(event)
        observation?.cancel()
        MainActor.assumeIsolated { _ = store?.runtime.observe(next) }
      }
    }
    let next = EventLog()
    let once = Once(log: log, next: next)
    let store = ScriptStore(String.self)
    once.store = store
    once.observation = store.runtime.observe(once)
    store.send("first")
    store.send("second")
    #expect(log.events == ["handled first"])
    #expect(next.events == ["handled second"])
  }

  @Test func `an observer that is added while the last ones are removed receives the next events`() {
    final class Leaving: RuntimeObserver {
      let next: EventLog
      // Used on the main actor only, as the test's store is.
      nonisolated(unsafe) weak var store: ScriptStore<String>?
      nonisolated(unsafe) var observation: StoreSubscription?
      init(next: EventLog) { self.next = next }
      func receive(_ event: RuntimeEvent) {
        observation?.cancel()
        MainActor.assumeIsolated { _ = store?.runtime.observe(next) }
      }
    }
    let next = EventLog()
    let leaving = Leaving(next: next)
    let store = ScriptStore(String.self)
    leaving.store = store
    // Its removal is noticed with the first event, and with it that no observer is left.
    store.runtime.observe(log).cancel()
    leaving.observation = store.runtime.observe(leaving)
    store.send("first")
    store.send("second")
    #expect(log.events == [])
    #expect(next.events == ["handled second"])
  }

  @Test func `what an observer reports while it is notified comes next, with its place`() {
    struct Reporting: RuntimeObserver {
      let runtime: @Sendable () -> Runtime<String>?
      let site: CallSite
      func receive(_ event: RuntimeEvent) {
        guard case .actionHandled = event.kind else { return }
        runtime()?.report(.other, "It went wrong.", at: site)
      }
    }
    let events = RecordedEvents()
    let store = ScriptStore(String.self, options: StoreOptions(observers: [events], onIssue: { _ in }))
    let site = CallSite()
    store.runtime.observe(Reporting(runtime: { [weak runtime = store.runtime] in runtime }, site: site))
    store.send("first")
    #expect(events.all.map(\.number) == [1, 2])
    #expect(events.all.last?.location == site)
    guard case .issueFound = events.all.last?.kind else {
      Issue.record("\(events.all)")
      return
    }
  }

  @Test func `neither observers nor handlers are entered reentrantly`() async {
    final class Answering: RuntimeObserver {
      // Used on the main actor only, as the test's store is.
      nonisolated(unsafe) weak var store: ScriptStore<String>?
      nonisolated(unsafe) var depth = 0
      nonisolated(unsafe) var deepest = 0
      nonisolated(unsafe) var answers = 0
      func receive(_ event: RuntimeEvent) {
        depth += 1
        deepest = max(deepest, depth)
        if answers < 10 {
          answers += 1
          MainActor.assumeIsolated {
            _ = store?.send("answer")
            store?.cancel(.id("answer"))
            _ = store?.launch(.task(EffectOptions(id: "answer")) { "never" })
          }
        }
        depth -= 1
      }
    }
    let observer = Answering()
    var handling = 0
    var deepest = 0
    let options = StoreOptions(executor: executor, observers: [observer, log])
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      handling += 1
      deepest = max(deepest, handling)
      defer { handling -= 1 }
      return action == "load" ? .task(EffectOptions(id: "work")) { "loaded" } : .none
    }
    observer.store = store
    store.send("load")
    store.cancel(.id("work"))
    await store.settle()
    #expect(observer.deepest == 1)
    #expect(deepest == 1)
    #expect(store.state.filter { $0 == "answer" }.count == 10)
    #expect(log.events.first == "handled load")
  }

  @Test func `what an observer sends while a cancel is reported is handled before the cancel returns`() {
    final class Answering: RuntimeObserver {
      // Used on the main actor only, as the test's store is.
      nonisolated(unsafe) weak var store: ScriptStore<String>?
      nonisolated(unsafe) var state: [String]?
      func receive(_ event: RuntimeEvent) {
        guard case .effectEnded = event.kind else { return }
        MainActor.assumeIsolated {
          _ = store?.send("answer")
          state = store?.state
        }
      }
    }
    let observer = Answering()
    let options = StoreOptions(executor: executor, observers: [observer])
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      action == "load" ? .task(EffectOptions(id: "work")) { "loaded" } : .none
    }
    observer.store = store
    store.send("load")
    store.cancel(.id("work"))
    #expect(observer.state == ["load"], "it waits until the cancel is done")
    #expect(store.state == ["load", "answer"])
  }

  @Test(arguments: ["cancel", "replace"])
  func `an observer that is notified of a cancel finds the task cancelled`(how: String) async {
    final class Looking: RuntimeObserver {
      let cancels = Counter()
      let seen = Counter()
      func receive(_ event: RuntimeEvent) {
        if case .effectEnded = event.kind { seen.add(cancels.value) }
      }
    }
    let observer = Looking()
    let store = ScriptStore(String.self, options: StoreOptions(executor: executor, observers: [observer]))
    let gate = Gate()
    let cancels = observer.cancels
    store.launch(
      .run(EffectOptions(id: "work")) { _ in
        await withTaskCancellationHandler {
          await gate.pass()
        } onCancel: {
          cancels.add()
        }
      }
    )
    await store.settle()
    if how == "cancel" {
      store.cancel(.id("work"))
    } else {
      store.launch(.run(EffectOptions(id: "work")) { _ in await gate.pass() })
    }
    #expect(observer.seen.value == 1)
    gate.open()
    await store.settle()
  }
}
