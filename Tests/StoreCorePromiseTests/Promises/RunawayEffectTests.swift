import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Effects that launch each other and would never end by themselves.
@MainActor
@Suite(.serialized) struct RunawayEffectTests {
  private let executor = TestExecutor()
  private let log = EventLog()
  private let issues = IssueLog()

  private func options(limit: Int = 100) -> StoreOptions {
    let issues = issues
    return StoreOptions(
      name: "chains",
      executor: executor,
      observers: [log],
      onIssue: { issues.record($0) },
      chainLimit: limit
    )
  }

  private func store(
    _ options: StoreOptions? = nil,
    _ script: @escaping @MainActor (String) -> EffectProgram<String>
  ) -> ScriptStore<String> {
    ScriptStore(options: options ?? self.options(), script: script)
  }

  @Test func `an effect has the name of its options, however many came before it`() async {
    let store = store(options(limit: 6)) { action in
      action == "stop" || action.count == 5
        ? .none : .task(EffectOptions(name: "the name")) { Task.name == "the name" ? action + "." : "stop" }
    }
    store.send("")
    await store.settle()
    #expect(store.state == ["", ".", "..", "...", "....", "....."])
    #expect(issues.all.isEmpty)
  }

  @Test(arguments: ["pool", "test executor"])
  func `effects that feed themselves without suspending are stopped`(where place: String) async throws {
    let ends = Gate()
    let issues = issues
    var options = options()
    if place == "pool" { options.executor = nil }
    options.onIssue = {
      issues.record($0)
      ends.open()
    }
    let store = store(options) { action in
      action == "again" ? .task(EffectOptions(id: "again")) { "again" } : .none
    }
    store.send("again")
    await ends.pass()
    await store.settle()
    #expect(store.state.count == 101)
    let issue = try #require(issues.all.first)
    guard case .runawayEffects(_, let cycle) = issue.kind else {
      Issue.record("\(issue.kind)")
      return
    }
    #expect(cycle == ["again"])
    #expect(!store.isTaskRunning(id: "again"))
    store.send("other")
    #expect(store.state.last == "other")
    #expect(log.events("dropped") == ["dropped again of again"])
  }

  @Test(
    arguments: ["task", "run", "composite", "stream", "answered error", "followed", "followed, named"],
    [false, true]
  )
  func `effects that feed themselves are stopped, whatever their kind and whether observed or not`(
    kind: String,
    isHeard: Bool
  ) async {
    var options = options()
    if !isHeard { options.observers = [] }
    let store = store(options) { action in
      guard action == "again" else { return .none }
      switch kind {
      case "run": return .run { $0("again") }
      case "answered error": return .task { throw CancelledByServer() }.catch { _ in .emit("again") }
      case "followed": return .sequence([.task { "other" }, .emit("again")])
      case "followed, named": return .sequence([.run { _ in }, .emit("again")]).cancellable(id: "whole")
      case "composite": return .sequence([.cancel(.id("nothing")), .task { "again" }])
      case "stream":
        let elements = AsyncStream { continuation in
          continuation.yield("again")
          continuation.finish()
        }
        return .stream(elements)
      default: return .task { "again" }
      }
    }
    store.send("again")
    await store.settle()
    #expect(store.state.count { $0 == "again" } == 101)
    // The effect sends two actions, each of which is one too many.
    #expect(issues.all.count == (kind == "followed" ? 2 : 1))
    guard case .runawayEffects(_, let cycle) = issues.all.first?.kind else {
      Issue.record("\(issues.all)")
      return
    }
    #expect(kind == "followed" || cycle == ["again"])
  }

  private struct CancelledByServer: Error {}

  @Test func `the members of a sequence are not a chain`() async {
    let store = store { $0 == "start" ? .sequence((0..<150).map { number in .task { "\(number)" } }) : .none }
    store.send("start")
    await store.settle()
    #expect(store.state.count == 151)
    #expect(issues.all.map(\.message) == [])
  }

  @Test func `what follows an effect in its program is caused by the action that launched the effect`() async throws {
    let observer = RecordedEvents()
    var options = options()
    options.observers = [observer]
    let store = store(options) { $0 == "start" ? .sequence([.task { "done" }, .emit("behind")]) : .none }
    store.send("start")
    await store.settle()
    let causes = observer.all.compactMap { event -> EventCause?? in
      if case .actionHandled = event.kind { event.cause } else { nil }
    }
    #expect(causes.count == 3)
    guard case .action(let number)? = causes.last else {
      Issue.record("\(causes)")
      return
    }
    #expect(number.rawValue == 1)
  }

  @Test func `a chain that begins with what an effect returns has the place of the send that led to it`() async {
    let store = store { action in
      switch action {
      case "start": .task { "again" }
      case "again": .emit("again")
      default: .none
      }
    }
    let line = UInt(#line) + 1
    store.send("start")
    store.send("other")
    await store.settle()
    #expect(issues.all.count == 1)
    #expect(issues.all.first?.location?.line == line)
  }

  @Test func `a report of effects shows the last 64 actions, the dropped one at the end`() async throws {
    let store = store(options(limit: 200)) { action in
      let next = "\((Int(action) ?? 0) + 1)"
      return .task { next }
    }
    store.send("0")
    await store.settle()
    #expect(store.state.last == "200")
    guard case .runawayEffects(let last, let cycle) = try #require(issues.all.first).kind else {
      Issue.record("\(issues.all)")
      return
    }
    #expect(last == (138...201).map(\.description))
    #expect(cycle == [])
  }

  @Test func `effects that feed themselves by what they send are stopped, at the place of the send`() async {
    let line = UInt(#line) + 2
    let store = store { action in
      action == "again" ? .run(EffectOptions(policy: .concurrent)) { $0("again") } : .none
    }
    store.send("again")
    await store.settle()
    #expect(store.state.count == 101)
    #expect(issues.all.count == 1)
    #expect(issues.all.first?.location?.line == line)
    #expect(issues.all.first?.location?.fileID.description == #fileID)
  }

  @Test(arguments: [false, true])
  func `effects count towards the limit through the actions that handlers send`(areOthersInFront: Bool) async {
    var store: ScriptStore<String>?
    store = self.store { action in
      if action == "fetched" {
        // What comes from outside is handled first, and has nothing to do with the chain.
        if areOthersInFront { store?.enqueue("other") }
        store?.send("next")
      }
      return action == "next" ? .task { "fetched" } : .none
    }
    store?.send("next")
    await store?.settle()
    #expect(store?.state.filter { $0 == "next" }.count == 101)
    #expect(issues.all.count == 1)
  }

  @Test func `a chain that an effect's action begins is reported at the place of its send`() async {
    let line = UInt(#line) + 4
    let store = store(options(limit: 2)) { action in
      switch action {
      case "first": .run { $0("second") }
      case "second": .run { $0("again") }
      case "again": .emit("again")
      default: .none
      }
    }
    store.send("first")
    await store.settle()
    #expect(store.state == ["first", "second", "again", "again", "again"])
    #expect(issues.all.map(\.location?.line) == [line])
  }

  /// Their tasks end when they are cancelled, and so may seem to have suspended.
  @Test(arguments: ["pool", "test executor"])
  func `effects that answer their own cancel are stopped`(where place: String) async {
    var options = options()
    if place == "pool" { options.executor = nil }
    let store = store(options) { action in
      guard action == "again" else { return .none }
      return .merge([
        EffectProgram.task(EffectOptions(id: "work")) { "never" }.onCancel { "again" },
        .cancel(.id("work")),
      ])
    }
    store.send("again")
    await store.settle()
    #expect(store.state.count == 101)
    #expect(issues.all.count == 1)
  }

  @Test(arguments: ["observed", "unobserved"])
  func `each element of a stream has its own chain`(how: String) async {
    var options = options()
    if how == "unobserved" { options.observers = [] }
    let elements = AsyncStream { continuation in
      for _ in 0..<5 { continuation.yield("element") }
      continuation.finish()
    }
    let store = store(options) { action in
      switch action {
      case "start": .stream(elements)
      case "element": .sequence((0..<60).map { .emit("\($0)") })
      default: .none
      }
    }
    store.send("start")
    await store.settle()
    // The start, and five elements with sixty actions each.
    #expect(store.state.count == 306)
    #expect(issues.all.isEmpty)
  }

  @Test(arguments: ["own clock", "modifier", "earlier member"])
  func `effects that suspend may continue for ever`(how: String) async {
    let clock = TestClock(executor: executor)
    var options = options()
    options.clock = clock
    let store = store(options) { action in
      guard action == "tick" else { return .none }
      switch how {
      case "modifier":
        return EffectProgram.task { "tick" }.delay(for: .seconds(1))
      case "earlier member":
        return .sequence([.run { _ in try await clock.sleep(for: .seconds(1)) }, .task { "tick" }])
      default:
        return .task {
          try await clock.sleep(for: .seconds(1))
          return "tick"
        }
      }
    }
    store.send("tick")
    await clock.advance(by: .seconds(500))
    #expect(store.state.count == 501)
    #expect(issues.all.isEmpty)
    store.cancel(.all)
  }

  @Test func `effects that suspend only briefly may continue for ever`() async {
    let issues = IssueLog()
    let store = ScriptStore(options: StoreOptions(onIssue: { issues.record($0) }, chainLimit: 2)) {
      (action: Int) -> EffectProgram<Int> in
      guard action < 5_000 else { return .none }
      return .task {
        // By the main actor: unlike waiting for a task, which may have ended already, this always suspends.
        await MainActor.run {}
        return action + 1
      }
    }
    await store.send(0).tree
    #expect(store.state.count == 5_001)
    #expect(issues.all.isEmpty)
  }

  @Test(arguments: ["enqueue", "stream", "sequence"])
  func `many actions that each cause one are not a chain`(how: String) async {
    let issues = IssueLog()
    let count = 20_000
    let store = ScriptStore(options: StoreOptions(onIssue: { issues.record($0) }, chainLimit: 4)) {
      (action: Int) -> EffectProgram<Int> in
      action >= 0 ? .emit(-1) : .none
    }
    switch how {
    case "enqueue":
      for number in 0..<count { store.enqueue(number) }
    case "stream":
      let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
      for number in 0..<count { continuation.yield(number) }
      continuation.finish()
      store.launch(.stream(numbers))
    default:
      store.launch(.sequence((0..<count).map { number in .task { number } }))
    }
    await store.settle()
    #expect(store.state.count == 2 * count)
    #expect(issues.all.isEmpty)
  }

  @Test func `an effect that is watched for suspensions is cancelled like any other`() async {
    let clock = TestClock(executor: executor)
    var options = options(limit: 2)
    options.clock = clock
    let store = store(options) { action in
      switch action {
      case "1", "2": .task { "\((Int(action) ?? 0) + 1)" }
      case "3": EffectProgram.task(EffectOptions(id: "last")) { "never" }.delay(for: .seconds(1))
      default: .none
      }
    }
    store.send("1")
    await store.settle()
    #expect(store.state == ["1", "2", "3"])
    #expect(store.isTaskRunning(id: "last"))
    store.cancel(.id("last"))
    await store.settle()
    #expect(clock.deadlines.isEmpty)
    await clock.advance(by: .seconds(1))
    #expect(clock.deadlines.isEmpty)
    #expect(store.state == ["1", "2", "3"])
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `a sequence whose last member feeds it is stopped`() async {
    let store = store { action in
      action == "again" ? .sequence([.run { _ in }, .task { "again" }]) : .none
    }
    store.send("again")
    await store.settle()
    #expect(store.state.count == 101)
    #expect(issues.all.count == 1)
  }

  @Test func `many short chains of effects are not reported`() async {
    let store = store { action in
      action == "start" ? .task { "end" } : .none
    }
    for _ in 0..<150 {
      store.send("start")
      await store.settle()
    }
    #expect(store.state.count == 300)
    #expect(issues.all.isEmpty)
  }
}
