import Logging
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Chains that would never end by themselves.
@MainActor
@Suite(.serialized, .observedToo) struct RunawayChainTests {
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

  @Test func `an enqueued action is not part of a chain`() async {
    weak var weakStore: ScriptStore<String>?
    var left = 50
    let store = store(options(limit: 10)) { _ in
      left -= 1
      if left > 0 { weakStore?.enqueue("again") }
      return .none
    }
    weakStore = store
    store.send("start")
    await store.settle()
    #expect(store.state.count == 50)
    #expect(issues.all.isEmpty)
  }

  @Test func `a chain of emitted actions ends at the limit, and the store continues`() throws {
    let store = store { ["ping": .emit("pong"), "pong": .emit("ping")][$0] ?? .none }
    let line = #line + 1
    let handle = store.send("ping")
    #expect(store.state.count == 101)
    #expect(handle.isFinished)
    let issue = try #require(issues.all.first)
    #expect(issues.all.count == 1)
    guard case .runawayChain(let last, let cycle) = issue.kind else {
      Issue.record("\(issue.kind)")
      return
    }
    #expect(cycle.sorted() == ["ping", "pong"])
    #expect(last.count == 64)
    #expect(issue.location?.line == UInt(line))
    #expect(issue.location?.fileID.description == #fileID)
    store.send("other")
    #expect(store.state.last == "other")
    #expect(log.events("dropped").count == 1)
  }

  @Test func `a report says what happened, why, and what to do`() {
    let store = store { $0 == "again" ? .emit("again") : .none }
    store.send("again")
    #expect(
      issues.all.first?.message == """
        One action has caused 100 others without a pause.

        They repeat: again. What would have followed from it was dropped; the store goes on.

        Let a handler stop emitting or sending at some point, or raise 'StoreOptions.chainLimit' if the chain is meant \
        to be that long.
        """
    )
    #expect(issues.all.first?.store.name == "chains")
    #expect(issues.all.first?.description.hasPrefix("[chains, StoreCorePromiseTests/RunawayChainTests.swift:") == true)
  }

  @Test(arguments: [false, true])
  func `a chain that ends exactly at the limit is not reported`(areOthersInFront: Bool) {
    let store = store { action in
      guard let number = Int(action) else { return .none }
      return number < 100 ? .emit("\(number + 1)") : .none
    }
    if areOthersInFront { store.enqueue("other") }
    store.send("0")
    #expect(store.state.suffix(101) == (0...100).map(\.description))
    #expect(issues.all.isEmpty)
  }

  @Test func `a report of a chain shows the last 64 actions that were handled`() throws {
    let store = store(options(limit: 200)) { .emit("\((Int($0) ?? 0) + 1)") }
    store.send("0")
    #expect(store.state.last == "200")
    guard case .runawayChain(let last, let cycle) = try #require(issues.all.first).kind else {
      Issue.record("\(issues.all)")
      return
    }
    #expect(last == (137...200).map(\.description))
    #expect(cycle == [])
  }

  @Test func `actions that a handler sends count towards the limit`() throws {
    var store: ScriptStore<String>?
    store = self.store { action in
      if action == "again" { store?.send("again") }
      return .none
    }
    store?.send("again")
    #expect(store?.state.count == 101)
    let issue = try #require(issues.all.first)
    #expect(issues.all.count == 1)
    #expect(issue.location?.fileID.description == #fileID)
    store?.send("other")
    #expect(store?.state.last == "other")
  }

  @Test func `a chain that an enqueued action begins is reported at the place of the enqueue`() {
    let store = store { $0 == "again" ? .emit("again") : .none }
    let line = UInt(#line) + 1
    store.enqueue("again")
    store.send("other")
    #expect(store.state.count == 102)
    #expect(issues.all.map(\.location?.line) == [line])
  }

  @Test func `a subscriber that sends for each state is stopped`() {
    let store = store { _ in .none }
    store.subscribe { [weak store] _ in store?.send("answer") }
    store.send("first")
    #expect(store.state.count == 101)
    #expect(issues.all.count == 1)
  }

  @Test func `a chain that branches without end is stopped`() {
    var store: ScriptStore<String>?
    store = self.store(options(limit: 1_000)) { action in
      for _ in 0..<2 { store?.send("branch") }
      return .none
    }
    store?.send("branch")
    // Each action but the last ones has caused two others.
    #expect(store?.state.count == 2_001)
    #expect(issues.all.count == 1)
  }

  @Test func `programs that handlers launch count towards the limit`() {
    var store: ScriptStore<String>?
    store = self.store { action in
      if action == "again" { store?.launch(.emit("again")) }
      return .none
    }
    store?.send("again")
    #expect(store?.state.count == 101)
    #expect(issues.all.count == 1)
  }

  @Test func `each action from outside has its own chain`() {
    let store = store { $0 == "start" ? .sequence((0..<60).map { .emit("\($0)") }) : .none }
    for _ in 0..<5 { store.send("start") }
    #expect(store.state.count == 5 * 61)
    for _ in 0..<5 { store.enqueue("start") }
    store.send("last")
    #expect(store.state.count == 10 * 61 + 1)
    #expect(issues.all.isEmpty)
  }

  @Test func `the effects of the actions that were handled before the limit run`() async {
    let store = store { action in
      switch action {
      case "again": .merge([.task { "fetched" }, .emit("again")])
      default: .none
      }
    }
    store.send("again")
    await store.settle()
    #expect(store.state.filter { $0 == "fetched" }.count == 101)
    #expect(issues.all.count == 1)
  }

  // MARK: Members

  @Test func `what one program emits, or one handler sends, is no chain`() {
    weak var weakStore: ScriptStore<String>?
    let many = Array(repeating: "leaf", count: 1_000)
    let program = EffectProgram<String>.merge(many.map { .emit($0) })
    let store = store { action in
      switch action {
      case "merge": return program
      case "sequence": return .sequence(many.map { .sequence([.emit($0), .emit($0)]) })
      case "nested": return .merge([.sequence([program, program]).scoped(to: "scope"), .emit("leaf"), program])
      case "sends": for action in many { weakStore?.send(action) }
      case "launches": for _ in many { weakStore?.launch(.emit("leaf")) }
      default: break
      }
      return .none
    }
    weakStore = store
    for (action, count) in ["merge": 1_000, "sequence": 2_000, "nested": 3_001, "sends": 1_000, "launches": 1_000] {
      let former = store.state.count
      store.send(action)
      #expect(store.state.count == former + 1 + count, "\(action)")
    }
    #expect(issues.all.isEmpty)
  }

  @Test func `members that follow an effect are no chain`() async {
    let store = store { action in
      action == "start"
        ? .sequence([.task { "fetched" }, .merge((0..<1_000).map { .emit("\($0)") }), .emit("last")]) : .none
    }
    store.send("start")
    await store.settle()
    #expect(store.state.count == 1_003)
    #expect(issues.all.isEmpty)
  }

  @Test(arguments: [1, 2, 100])
  func `a chain in which each action emits many is stopped`(width: Int) {
    let store = store { $0 == "again" ? .merge((0..<width).map { _ in .emit("again") }) : .none }
    store.send("again")
    // Beyond the limit the members that remain are dropped, too.
    #expect(store.state.count == 101)
    #expect(issues.all.count == 1)
  }

  @Test func `a program that is made again and again, and emits each time, is stopped`() {
    @MainActor func again() -> EffectProgram<String> {
      .deferred { .sequence([.emit("a"), again(), .cancel(.id("nothing"))]) }
    }
    let store = store { $0 == "start" ? again() : .none }
    store.cancel(.id("nothing"))
    store.send("start")
    #expect(store.state.count == 101)
    #expect(issues.all.count == 1)
  }

  // MARK: Where issues go

  @Test func `without a handler an issue is logged as an error at the line of the send`() throws {
    let recorder = RecordedLog()
    var options = options()
    options.onIssue = nil
    options.logger = recorder.logger
    let store = store(options) { $0 == "again" ? .emit("again") : .none }
    let line = #line + 1
    store.send("again")
    let entry = try #require(recorder.entries.first)
    #expect(recorder.entries.count == 1)
    #expect(entry.level == .error)
    #expect(entry.line == UInt(line))
    #expect(entry.metadata["store"] == "chains")
  }
}
