import StoreTesting
import Testing
import _StoreTestSupport

@testable import StoreCore

/// What a feature and the holder of a handle learn of a refusal.
@MainActor
@Suite struct RefusalTests {
  private typealias Program = EffectProgram<String>

  private let executor = TestExecutor()
  private let clock: TestClock
  private let log = EventLog()

  init() {
    clock = TestClock(executor: executor)
  }

  private func store(_ script: @escaping @MainActor (String) -> Program = { _ in .none }) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(executor: executor, clock: clock, observers: [log]), script: script)
  }

  private func work(_ name: String) -> Program {
    .task { [clock] in
      try await clock.sleep(for: .seconds(1))
      return name
    }
  }

  private nonisolated static let shapes: [@Sendable (EffectProgram<String>, String) -> EffectProgram<String>] = [
    { program, name in program.cancellable(id: "x").policy(.keepRunning).onRefused { "refused \(name)" } },
    { program, name in program.onRefused { "refused \(name)" }.cancellable(id: "x").policy(.keepRunning) },
    { program, name in
      program.cancellable(id: EffectID(name)).onRefused { "none" }.map { $0 == "none" ? "refused \(name)" : $0 }
        .catch { _ in .none }.cancellable(id: "x").policy(.atMost(1, waiting: 0))
    },
    { program, name in
      program.throttle(id: "x", for: .seconds(9), edges: .leading).onRefused { "refused \(name)" }
    },
    { program, name in
      program.onRefused { "refused \(name)" }.throttle(id: "x", for: .seconds(9), edges: .leading)
    },
    { program, name in program.policy(.keepRunning).scoped(to: "s").cancellable(id: "x").onRefused { "refused \(name)" }
    },
  ]

  @Test(arguments: shapes.indices, ["operation", "sequence", "merge"])
  func `the answer to a refusal is sent at once, and once for the whole`(shape: Int, kind: String) async {
    let store = store()
    let effect = { (name: String) -> Program in
      switch kind {
      case "operation": work(name)
      case "sequence": .sequence([work(name), .emit("end")])
      default: .merge([work(name), work(name)])
      }
    }
    store.launch(Self.shapes[shape](effect("a"), "a"))
    let handle = store.launch(Self.shapes[shape](effect("b"), "b"))
    #expect(store.state == ["refused b"])
    #expect(handle.isFinished)
    await clock.runUntilIdle()
    #expect(Set(store.state) == (kind == "sequence" ? ["refused b", "a", "end"] : ["refused b", "a"]))
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `the answer comes before what follows the effect, and the handle's tree includes what it causes`() async {
    let store = store { [clock] action in
      switch action {
      case "start":
        .sequence([
          Program.task(id: "x") { "never" }.policy(.keepRunning).onRefused { "refused" },
          .emit("next"),
        ])
      case "alone": Program.task(id: "x") { "never" }.policy(.keepRunning).onRefused { "refused" }
      case "refused":
        .task {
          try await clock.sleep(for: .seconds(1))
          return "told"
        }
      default: .none
      }
    }
    let kept = store.launch(.run(id: "x") { _ in try await untilCancelled() })
    store.send("start")
    #expect(store.state == ["start", "refused", "next"])
    let handle = store.send("alone")
    let over = Counter()
    Task {
      await handle.tree
      over.add()
    }
    await store.settle()
    #expect(over.value == 0)
    await clock.runUntilIdle()
    #expect(over.value == 1)
    #expect(log.events.contains("handled refused"))
    kept.cancel()
    await store.settle()
  }

  @Test func `an answer is not sent if nothing is there to be told, nor for what is cancelled`() async {
    let store = store()
    let answered = Program.task(id: "x") { "never" }.policy(.queue(limit: 1)).onRefused { "refused" }
    store.runtime.stop()
    store.launch(answered)
    store.runtime.start()
    #expect(store.state == [])
    store.launch(.run(id: "x") { _ in try await untilCancelled() })
    store.launch(answered).cancel()
    store.launch(answered)
    store.cancel(.all)
    await store.settle()
    #expect(store.state == [])
  }

  @Test func `a cancel has its answer, and a refusal has its own`() async {
    let store = store()
    let both = { (name: String) in
      Program.run(id: "x") { _ in try await untilCancelled() }.policy(.keepRunning)
        .onCancel { "cancelled \(name)" }.onRefused { "refused \(name)" }
    }
    store.launch(both("a"))
    store.launch(both("b"))
    store.cancel(.id("x"))
    await store.settle()
    #expect(store.state == ["refused b", "cancelled a"])
  }

  @Test func `of two answers the outer one is sent, and none if it returns none`() {
    let store = store()
    let kept = Program.run(id: "x") { _ in try await untilCancelled() }
    store.launch(kept)
    store.launch(kept.policy(.keepRunning).onRefused { "inner" }.onRefused { "outer" })
    store.launch(kept.policy(.keepRunning).onRefused { nil })
    #expect(store.state == ["outer"])
    store.cancel(.all)
  }

  @Test func `an answer that launches the refused effect again is stopped`() async {
    let issues = IssueLog()
    let options = StoreOptions(executor: executor, onIssue: { issues.record($0) }, chainLimit: 50)
    let store = ScriptStore<String>(options: options) { _ in
      Program.task(id: "x") { "never" }.policy(.keepRunning).onRefused { "again" }
    }
    let kept = store.launch(.run(id: "x") { _ in try await untilCancelled() })
    store.send("again")
    #expect(store.state.count <= 51 && store.state.count > 1)
    #expect(issues.all.count == 1)
    kept.cancel()
    await store.settle()
  }

  // MARK: Handles

  @Test func `a handle says that its effect was refused, and by which name`() async {
    let store = store { action in
      action == "together" ? .merge([.task(id: "x") { "a" }, .task(id: "y") { "b" }]).policy(.keepRunning) : .none
    }
    let kept = Program.run { _ in try await untilCancelled() }
    for id: EffectID in ["x", "y"] { store.launch(kept.cancellable(id: id)) }
    let single = store.launch(work("a").cancellable(id: "x").policy(.keepRunning))
    #expect(
      single.description == "There is nothing to wait for: the effect 'x' was refused, as no more of that name may run."
    )
    #expect(single.isEmpty && single.isFinished)
    await single.value
    let full = LaunchPolicy.queue(limit: 0)
    let whole = store.launch(
      Program.sequence([work("a"), work("b")]).cancellable(id: "doc").cancellable(id: "y").policy(full)
    )
    #expect(
      whole.description == "There is nothing to wait for: the effect 'y' was refused, as no more of that name may run."
    )
    let both = store.send("together").description
    #expect(both.contains("'x' was refused") && both.contains("'y' was refused"))
    let other = store.launch(work("b"))
    await clock.runUntilIdle()
    #expect(other.description.hasPrefix("There is nothing to wait for: the action was handled"))
    #expect(single.description.contains("refused"))
    store.cancel(.all)
    await store.settle()
  }

  @Test func `no more than the latest refusals are kept`() {
    let store = store()
    store.launch(.run(id: "x") { _ in try await untilCancelled() })
    let handles = (0...LatestRefusals.limit).map { _ in
      store.launch(work("a").cancellable(id: "x").policy(.keepRunning))
    }
    #expect(handles.count { $0.description.contains("refused") } == LatestRefusals.limit)
    #expect(!handles[0].description.contains("refused"))
    store.cancel(.all)
  }
}
