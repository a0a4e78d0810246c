import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Numbers, causes, places and times of events.
@MainActor
@Suite struct EventTests {
  private let executor = TestExecutor()
  private let events = RecordedEvents()

  private func store(
    _ observers: [any RuntimeObserver]? = nil,
    _ script: @escaping @MainActor (String) -> EffectProgram<String> = { _ in .none }
  ) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(name: "events", executor: executor, observers: observers ?? [events])) {
      script($0)
    }
  }

  /// The causes of actions and effects as short texts: the other action, or the effect's name.
  private func causes() -> [String] {
    var names: [CancellationToken: String] = [:]
    var actions: [ActionID: String] = [:]
    var causes: [String] = []
    for event in events.all {
      let cause =
        switch event.cause {
        case .action(let id): actions[id] ?? "?"
        case .effect(let token): names[token] ?? "?"
        case nil: "nobody"
        }
      switch event.kind {
      case .actionHandled(let action, let id):
        actions[id] = "\(action)"
        causes.append("\(action) by \(cause)")
      case .effectStarted(let info), .effectQueued(let info), .effectRefused(let info, _):
        names[info.token] = info.id?.description ?? "effect"
        causes.append("[\(info.id?.description ?? "effect")] by \(cause)")
      case .effectEnded(let info, _): causes.append("end of [\(info.id?.description ?? "effect")] by \(cause)")
      default: break
      }
    }
    return causes
  }

  // MARK: Causes

  @Test func `causes lead from each action and effect to the action from outside`() async {
    let store = store { action in
      switch action {
      case "load": .sequence([.task(EffectOptions(id: "fetch")) { "fetched" }, .emit("done")])
      case "fetched": .run(EffectOptions(id: "parse")) { $0("parsed") }
      default: .none
      }
    }
    store.send("load")
    await store.settle()
    #expect(
      causes() == [
        "load by nobody", "[fetch] by load", "end of [fetch] by load", "fetched by fetch", "[parse] by fetched",
        "done by load", "parsed by parse", "end of [parse] by fetched",
      ]
    )
  }

  @Test func `an action that is sent while another one is handled is caused by that one`() {
    var store: ScriptStore<String>?
    store = self.store { action in
      if action == "first" { store?.send("second") }
      if action == "second" { store?.launch(.task(EffectOptions(id: "work")) { "done" }) }
      return .none
    }
    store?.send("first")
    store?.send("third")
    #expect(causes() == ["first by nobody", "second by first", "[work] by second", "third by nobody"])
  }

  @Test func `a program that waits for other actions is caused by the action that launched it`() {
    var store: ScriptStore<String>?
    store = self.store { action in
      if action == "first" {
        store?.send("second")
        store?.launch(.task(EffectOptions(id: "work")) { "done" })
      }
      return .none
    }
    store?.send("first")
    #expect(causes() == ["first by nobody", "second by first", "[work] by first"])
  }

  @Test func `an effect after an emitted action belongs to the action that returned the program`() {
    let forever = { (id: EffectID) in
      EffectProgram<String>.run(EffectOptions(id: id)) { _ in try await untilCancelled() }
    }
    let store = store { action in
      switch action {
      case "first": .sequence([.emit("second"), forever("behind")])
      case "second": forever("own")
      default: .none
      }
    }
    store.send("first")
    let effects = store.runtime.runningEffects
    #expect(effects.map { $0.id } == ["own", "behind"])
    #expect(effects.map { $0.action as? String } == ["second", "first"])
  }

  @Test func `an effect without a name is shown with the name of its program`() {
    let store = store()
    let forever = EffectProgram<String>.run { _ in try await untilCancelled() }
    store.launch(.merge([forever, forever]).cancellable(id: "whole"))
    #expect(store.runtime.runningEffects.map { $0.id } == ["whole", "whole"])
  }

  @Test func `a run that had ended before its cancel is reported as drained when the store is deallocated`() {
    var store: ScriptStore<String>? = self.store { _ in .task { "never" } }
    let handle = store?.send("start")
    _ = executor.runUntilIdle()
    handle?.cancel()
    store = nil
    #expect(events.all.contains { if case .effectDrained = $0.kind { true } else { false } })
    #expect(handle?.isFinished == true)
  }

  @Test func `a program that a handler launches is not one of the action's own effects`() {
    var store: ScriptStore<String>?
    store = self.store { action in
      guard action == "first" else { return .none }
      store?.launch(.run(EffectOptions(id: "launched")) { _ in try await untilCancelled() })
      return .run(EffectOptions(id: "returned")) { _ in try await untilCancelled() }
    }
    store?.send("first")
    let effects = store?.runtime.runningEffects ?? []
    #expect(effects.map { $0.id } == ["returned", "launched"])
    #expect(effects.map { $0.action as? String } == ["first", nil])
    store = nil
  }

  @Test func `a program that is launched from outside has no cause`() async {
    let store = store()
    store.send("before")
    store.launch(.task(EffectOptions(id: "work")) { "done" })
    await store.settle()
    #expect(causes() == ["before by nobody", "[work] by nobody", "end of [work] by nobody", "done by work"])
  }

  @Test func `an error's answer belongs to the action that launched the effect`() async {
    struct Failure: Error {}
    let store = store { action in
      guard action == "load" else { return .none }
      return EffectProgram.task(EffectOptions(id: "work")) { throw Failure() }.catch { _ in .emit("failed") }
    }
    store.send("load")
    store.send("other")
    await store.settle()
    #expect(
      causes() == ["load by nobody", "[work] by load", "other by nobody", "end of [work] by load", "failed by load"]
    )
  }

  @Test func `an answer to a cancel is caused by the cancelled effect`() async {
    let store = store { action in
      guard action == "load" else { return .none }
      return EffectProgram.task(EffectOptions(id: "work")) { try await untilCancelled() }.onCancel { "cancelled" }
    }
    store.send("load")
    store.cancel(.id("work"))
    await store.settle()
    #expect(causes() == ["load by nobody", "[work] by load", "end of [work] by load", "cancelled by work"])
  }

  @Test func `a refused effect and the end of a cancelled task are caused by the actions that launched them`() async {
    let store = store { action in
      guard action.hasPrefix("load") else { return .none }
      return .task(EffectOptions(id: "work", policy: .keepRunning)) { try await untilCancelled() }
    }
    store.send("load 1")
    store.send("load 2")
    store.cancel(.id("work"))
    await store.settle()
    let ids = events.all.compactMap { if case .actionHandled(_, let id) = $0.kind { id } else { nil } }
    let refused = events.all.filter { if case .effectRefused = $0.kind { true } else { false } }
    let drained = events.all.filter { if case .effectDrained = $0.kind { true } else { false } }
    #expect(refused.map(\.cause) == [.action(ids[1])])
    #expect(drained.map(\.cause) == [.action(ids[0])])
  }

  @Test func `a queued effect has the same cause when it waits and when it starts`() async {
    let store = store { action in
      guard action.hasPrefix("work") else { return .none }
      return .task(EffectOptions(id: "work", policy: .queue(limit: 1))) { "done" }
    }
    store.send("work 1")
    store.send("work 2")
    store.send("work 3")
    await store.settle()
    let works = causes().filter { $0.hasPrefix("[work]") }
    #expect(works == ["[work] by work 1", "[work] by work 2", "[work] by work 3", "[work] by work 2"])
  }

  @Test func `an element is caused by its stream, and a dropped action by its effect`() async {
    let store = store { action in
      switch action {
      case "listen":
        .stream(
          AsyncStream { continuation in
            continuation.yield("element")
            continuation.yield("stop")
            continuation.yield("late")
            continuation.finish()
          },
          EffectOptions(id: "stream")
        )
      case "stop": .cancel(.id("stream"))
      default: .none
      }
    }
    store.send("listen")
    await store.settle()
    #expect(causes().contains("element by stream"))
    let dropped = events.all.filter { if case .actionDropped = $0.kind { true } else { false } }
    let token = events.all.compactMap { if case .effectStarted(let info) = $0.kind { info.token } else { nil } }.first
    #expect(dropped.map(\.cause) == [token.map { .effect($0) }])
  }

  @Test(arguments: ["merge", "sequence"])
  func `what follows an emitted action in its program is caused by the action that returned the program`(
    how: String
  ) async {
    let store = store { action in
      guard action == "load" else { return .none }
      let members: [EffectProgram<String>] = [.emit("loading"), .task(EffectOptions(id: "fetch")) { "fetched" }]
      return how == "merge" ? .merge(members) : .sequence(members + [.emit("done")])
    }
    store.send("load")
    await store.settle()
    let expected = [
      "load by nobody", "loading by load", "[fetch] by load", "end of [fetch] by load", "fetched by fetch",
    ]
    #expect(causes() == expected + (how == "merge" ? [] : ["done by load"]))
  }

  @Test func `what is sent when an effect ends is caused by the action that launched the effect`() async {
    let reaction = Reaction()
    let store = store([events, reaction]) { action in
      action == "load" ? .task(EffectOptions(id: "fetch")) { "fetched" } : .none
    }
    reaction.set { [weak store] event in
      if case .effectEnded = event.kind { store?.send("ended") }
    }
    store.send("load")
    // Handled in one turn with the end of the effect, and right before it.
    store.enqueue("other")
    _ = executor.runUntilIdle()
    await store.settle()
    #expect(causes().filter { $0.hasPrefix("ended") } == ["ended by load"])
  }

  @Test func `what is sent when an effect is cancelled from outside has no cause`() {
    let reaction = Reaction()
    let store = store([events, reaction]) { action in
      action == "load" ? .task(EffectOptions(id: "fetch")) { try await untilCancelled() } : .none
    }
    reaction.set { [weak store] event in
      if case .effectEnded = event.kind { store?.send("ended") }
    }
    store.send("load")
    store.send("other")
    store.cancel(.all)
    #expect(causes().filter { $0.hasPrefix("ended") } == ["ended by nobody"])
  }

  @Test func `what is launched while there is no observer has no cause`() async {
    let gate = Gate()
    let store = store([]) { action in
      switch action {
      case "load": .sequence([.task(EffectOptions(id: "fetch")) { "fetched" }, .emit("done")])
      case "wait":
        .task(EffectOptions(id: "wait")) {
          await gate.pass()
          return "waited"
        }
      default: .none
      }
    }
    let observation = store.runtime.observe(EventLog())
    store.send("load")
    observation.cancel()
    for _ in 0..<3 { store.send("unheard") }
    // Handled in one turn, after the end of the effect.
    _ = executor.runUntilIdle()
    store.enqueue("wait")
    await store.settle()
    store.runtime.observe(events)
    gate.open()
    await gate.waitForArrivals(1)
    await store.settle()
    #expect(causes() == ["end of [wait] by nobody", "waited by ?"])
  }

  // MARK: Places

  @Test func `an event has the place where its action was sent`() async throws {
    let store = store { action in
      action == "run" ? .run { $0("from a run") } : .none
    }
    let line = UInt(#line)
    store.send("sent")
    store.enqueue("enqueued")
    store.send("run")
    await store.settle()
    let places = events.all.compactMap { event in
      if case .actionHandled(let action, _) = event.kind { ("\(action)", event.location?.line) } else { nil }
    }
    #expect(places.map(\.0) == ["sent", "enqueued", "run", "from a run"])
    #expect(places.map(\.1) == [line + 1, line + 2, line + 3, line - 2])
    #expect(events.all.first?.location?.fileID.description == #fileID)
    #expect(events.all.first?.location?.description == "\(#fileID):\(line + 1)")
  }

  @Test func `places are recorded for observers that are added later, and alongside readers of actions`() async {
    let store = store([])
    store.runtime.observe(events)
    let actions = store.actions
    let line = UInt(#line)
    for action in ["first", "second"] {
      store.enqueue(action)
      await store.settle()
    }
    #expect(events.all.map(\.location?.line) == [line + 2, line + 2])
    withExtendedLifetime(actions) {}
  }

  @Test func `a queued action has the place of its send, and a returned one has none`() async {
    var store: ScriptStore<String>?
    var line: UInt = 0
    store = self.store { action in
      guard action == "first" else { return .none }
      line = #line + 1
      store?.send("second")
      return .task { "third" }
    }
    store?.send("first")
    await store?.settle()
    let lines = events.all.compactMap { event in
      if case .actionHandled = event.kind { event.location.map(\.line) ?? 0 } else { nil }
    }
    #expect(lines.count == 3)
    #expect(lines.dropFirst() == [line, 0])
  }

  @Test func `a place that the caller passes is used`() {
    let store = store()
    let location = CallSite(fileID: "App/Search.swift", filePath: "/App/Search.swift", line: 12, column: 3)
    store.send("sent", at: location)
    store.enqueue("enqueued", at: location)
    store.send("drain")
    #expect(events.all.prefix(2).map(\.location) == [location, location])
    #expect(location != CallSite())
  }

  // MARK: Numbers, times, stores

  @Test func `events are numbered without gaps, and actions in the order of their handling`() async {
    let store = store { $0 == "load" ? .task { "loaded" } : .none }
    for _ in 0..<10 { store.send("load") }
    await store.settle()
    #expect(events.all.map(\.number) == Array(1...UInt64(events.all.count)))
    let ids = events.all.compactMap { if case .actionHandled(_, let id) = $0.kind { id } else { nil } }
    #expect(ids.map(\.rawValue) == Array(1...20))
    #expect(ids == ids.sorted())
  }

  @Test func `observers that ask for times get them, and times never decrease`() async {
    let timed = RecordedEvents(needsTime: true)
    let store = store([timed]) { $0 == "load" ? .task { "loaded" } : .none }
    for _ in 0..<10 { store.send("load") }
    await store.settle()
    let times = timed.all.compactMap(\.time)
    #expect(times.count == timed.all.count)
    #expect(times == times.sorted())
    #expect(times.first ?? .zero < times.last ?? .zero)
    let untimed = self.store()
    untimed.send("load")
    #expect(events.all.first?.time == nil)
  }

  @Test func `an observer that asks for times and is added while another one is removed gets them`() {
    let timed = RecordedEvents(needsTime: true)
    let reaction = Reaction()
    let store = store([])
    let first = store.runtime.observe(events)
    store.runtime.observe(reaction)
    store.send("before")
    reaction.set { [weak store] _ in
      reaction.set(nil)
      store?.runtime.observe(timed)
    }
    first.cancel()
    store.send("while one comes and one goes")
    store.send("after")
    #expect(timed.all.count == 1)
    #expect(timed.all.allSatisfy { $0.time != nil })
  }

  @Test func `events have no times once no observer asks for them`() {
    let store = store()
    let observation = store.runtime.observe(RecordedEvents(needsTime: true))
    store.send("timed")
    observation.cancel()
    store.send("untimed")
    #expect(events.all.first?.time != nil)
    #expect(events.all.last?.time == nil)
  }

  @Test(arguments: [1, 10])
  func `events and actions are not counted while there is no observer`(unheard: Int) {
    let store = store([])
    store.runtime.observe(RecordedEvents()).cancel()
    for _ in 0..<unheard { store.send("unheard") }
    store.runtime.observe(events)
    store.send("heard")
    guard case .actionHandled(_, let id) = events.all.first?.kind else {
      Issue.record("\(events.all)")
      return
    }
    #expect(id.rawValue == 1)
    #expect(events.all.first?.number == 1)
  }

  @Test func `events name their store`() {
    let first = store()
    let second = store()
    first.send("a")
    second.send("b")
    #expect(events.all.map(\.store.name) == ["events", "events"])
    #expect(events.all[0].store != events.all[1].store)
    #expect("\(events.all[0].store)" == "events")
  }

  @Test func `an engine can report a change and an issue`() {
    let issues = IssueLog()
    let options = StoreOptions(observers: [events], onIssue: { issues.record($0) })
    let store = ScriptStore(String.self, options: options)
    let location = CallSite()
    store.runtime.stateWasWrittenExternally(at: location)
    store.runtime.report(.other, "It went wrong.", at: location)
    #expect(events.all.map(\.location) == [location, location])
    guard case .stateChanged = events.all[0].kind, case .issueFound(let issue) = events.all[1].kind else {
      Issue.record("\(events.all)")
      return
    }
    #expect(issue.message == "It went wrong.")
    #expect(issues.all.map(\.location) == [location])
  }

  @Test(arguments: [true, false])
  func `what a handler reports is reported after it, at the place of the send`(isObserved: Bool) async {
    let issues = IssueLog()
    let order = Recorded()
    weak var runtime: Runtime<String>?
    let options = StoreOptions(
      executor: executor,
      observers: isObserved ? [events] : [],
      onIssue: {
        issues.record($0)
        order.add("issue")
      }
    )
    let owner = Runtime<String>(options: options) { action in
      runtime?.report(.other, "It went wrong with \(action).")
      order.add("handled")
      return action == "first" ? .emit("emitted") : .none
    }
    runtime = owner
    let line = UInt(#line)
    owner.send("first")
    owner.send("second")
    owner.enqueue("third")
    await owner.settle()
    #expect(order.all == ["handled", "issue", "handled", "issue", "handled", "issue", "handled", "issue"])
    let lines = issues.all.map { $0.location?.line ?? 0 }
    #expect(lines.prefix(3) == [line + 1, line + 1, line + 2])
    #expect(lines[3] == (isObserved || isDebugBuild ? line + 3 : 0))
    #expect(issues.all.map(\.message).last == "It went wrong with third.")
  }
}

/// Words in the order in which they were added.
private final class Recorded: Sendable {
  private let words = Locked<[String]>([])

  var all: [String] { words.withLock { $0 } }

  func add(_ word: String) {
    words.withLock { $0.append(word) }
  }
}
