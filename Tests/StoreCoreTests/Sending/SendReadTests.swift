import StoreCore
import StoreSimulation
import Testing
import _StoreTestSupport

/// Effects that read the present state of their store.
@MainActor
@Suite struct SendReadTests {
  private let executor = TestExecutor()
  private let issues = IssueLog()
  private let results = Results()

  private final class Results: Sendable {
    private let values = Locked<[[String]?]>([])

    var all: [[String]?] { values.withLock { $0 } }

    func add(_ value: [String]?) { values.withLock { $0.append(value) } }
  }

  private func store(_ body: @escaping @Sendable (Send<String>) async -> Void) -> ScriptStore<String> {
    var options = StoreOptions(executor: executor)
    options.onIssue = { [issues] in issues.record($0) }
    return shared(
      ScriptStore<String>(options: options) { $0 == "run" ? .run(EffectOptions(id: "run")) { await body($0) } : .none }
    )
  }

  /// The engines of tests do not share their states by themselves.
  private func shared<Store: StoreEngine<[String], String>>(_ store: Store) -> Store {
    store.runtime.shareState { [unowned store] in store.state }
    return store
  }

  @Test func `an effect reads what it has sent, and what others have sent since`() async {
    let gate = Gate()
    let store = store { [results] send in
      send("mine")
      results.add(await send.read { (state: [String]) in state })
      await gate.pass()
      results.add(await send.read { (state: [String]) in state })
    }
    store.send("run")
    await executor.settle()
    store.send("other")
    gate.open()
    await executor.settle()
    #expect(results.all == [["run", "mine"], ["run", "mine", "other"]])
  }

  @Test func `a cancelled effect, and one of a stopped store, reads nothing`() async {
    let gate = Gate()
    let store = store { [results] send in
      await gate.pass()
      results.add(await send.read { (state: [String]) in state })
    }
    store.send("run")
    await executor.settle()
    store.cancel(id: "run")
    gate.open()
    await executor.settle()
    #expect(results.all == [nil])
    store.send("run")
    store.runtime.stop()
    await executor.settle()
    #expect(results.all.allSatisfy { $0 == nil })
  }

  @Test func `an effect whose store is gone reads nothing`() async {
    let gate = Gate()
    var store: ScriptStore<String>? = store { [results] send in
      await gate.pass()
      results.add(await send.read { (state: [String]) in state })
    }
    store?.send("run")
    await executor.settle()
    store = nil
    gate.open()
    await executor.settle()
    #expect(results.all == [nil])
  }

  @Test func `a state of another type is an issue, at the place of the read`() async {
    let store = store { [results] send in
      let count = await send.read { (state: Int) in state }
      results.add(count.map { ["\($0)"] })
    }
    let line = UInt(#line - 3)
    store.send("run")
    await executor.settle()
    #expect(results.all == [nil])
    guard case .otherState = issues.all.first?.kind else {
      Issue.record("There was no issue.")
      return
    }
    #expect(issues.all.first?.location?.line == line)
  }

  @Test func `an effect without a send reads, too, and a task that is no effect reads nothing`() async {
    let store = shared(
      ScriptStore<String>(options: StoreOptions(executor: executor)) {
        guard $0 == "run" else { return .none }
        return .task { await EffectState.read { (state: [String]) in "\(state.count)" } ?? "nothing" }
      }
    )
    store.send("run")
    await executor.settle()
    #expect(store.state == ["run", "1"])
    #expect(await EffectState.read { (state: [String]) in state.count } == nil)
  }

  @Test func `a suspended handler is not waited for`() async {
    let gate = Gate()
    let store = SuspendingStore<String>(options: StoreOptions(executor: executor)) { [results] action in
      if action == "slow" { await gate.pass() }
      guard action == "run" else { return .none }
      return .run { send in
        send("slow")
        results.add(await send.read { (state: [String]) in state })
      }
    }
    _ = shared(store)
    store.send("run")
    await executor.settle()
    #expect(results.all == [["run"]])
    gate.open()
    await executor.settle()
    #expect(store.state == ["run", "slow"])
  }

  @Test func `a program that a parent maps reads the part that the lift finds`() async {
    let child = EffectProgram<String>.run { [results] send in
      results.add(await send.read { (state: String) in [state] })
    }
    let lift = EffectLift<String, String>(reading: { (state: [String]) in state.first }, { "child: \($0)" })
    // Through a map that has the same state, in both directions.
    let lifted = child.map { $0 }.lifted(to: EffectScope("child"), by: lift).map { $0 }
    let store = ScriptStore<String>(options: StoreOptions(executor: executor)) { $0 == "run" ? lifted : .none }
    _ = shared(store)
    store.send("first")
    store.send("run")
    await executor.settle()
    #expect(results.all == [["first"]])
  }

  @Test func `a lift of another state than the store's is an issue`() async {
    let child = EffectProgram<String>.run { [results] send in
      results.add(await send.read { (state: String) in [state] })
    }
    let lift = EffectLift<String, String>(reading: { (state: Int) in "\(state)" }, { $0 })
    var options = StoreOptions(executor: executor)
    options.onIssue = { [issues] in issues.record($0) }
    let lifted = child.lifted(to: EffectScope("child"), by: lift)
    let store = shared(ScriptStore<String>(options: options) { _ in lifted })
    store.send("run")
    await executor.settle()
    #expect(results.all == [nil])
    guard case .otherState = issues.all.first?.kind else {
      Issue.record("There was no issue.")
      return
    }
  }
}
