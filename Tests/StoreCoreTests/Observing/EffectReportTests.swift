import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// What the effects of a store do now.
@MainActor
@Suite struct EffectReportTests {
  private let executor: TestExecutor
  private let clock: TestClock

  init() {
    executor = TestExecutor()
    clock = TestClock(executor: executor)
  }

  private func store(
    _ script: @escaping @MainActor (String) -> EffectProgram<String> = { _ in .none }
  ) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(executor: executor, clock: clock), script: script)
  }

  /// The reports as words: the name, the status, and the number of waits if there are any.
  private func words(_ store: ScriptStore<String>) -> [String] {
    store.runtime.effectReports.map { report in
      let name = report.effect.name ?? report.effect.id.map { "\($0)" } ?? "effect"
      let status =
        switch report.status {
        case .running: "runs"
        case .waitsForElement: "waits for an element"
        case .blocked(let count): "is blocked by \(count)"
        case .queued(let tokens): "is queued behind \(tokens.map { self.name(of: $0, in: store) })"
        case .heldByThrottle: "is held"
        case .draining: "drains"
        }
      return "\(name) \(status)" + (report.waiterCount == 0 ? "" : " for \(report.waiterCount)")
    }
  }

  private func name(of token: CancellationToken, in store: ScriptStore<String>) -> String {
    store.runtime.runningEffects.first { $0.token == token }?.name ?? "?"
  }

  private func work(_ name: String, _ id: EffectID? = "work", _ policy: LaunchPolicy? = nil) -> EffectProgram<String> {
    .run(EffectOptions(id: id, policy: policy, name: name)) { _ in try await untilCancelled() }
  }

  @Test func `queued effects say which run before them`() async {
    let store = store { self.work($0, "work", .queue(limit: 9)) }
    for name in ["a", "b", "c"] { store.send(name) }
    #expect(words(store) == ["a runs", #"b is queued behind ["a"]"#, #"c is queued behind ["a"]"#])
    store.cancel(.id("work"))
    await store.settle()
    #expect(store.runtime.effectReports.isEmpty)
  }

  @Test func `an effect that queues behind a program is behind its effects`() async {
    let store = store { action in
      action == "program"
        ? EffectProgram.merge([self.work("a", "first"), self.work("b", "second")]).cancellable(id: "work")
        : self.work(action, "work", .queue(limit: 9))
    }
    store.send("program")
    store.send("c")
    #expect(words(store) == ["a runs", "b runs", #"c is queued behind ["a", "b"]"#])
    store.cancel(.all)
    await store.settle()
  }

  @Test func `an effect is held until the end of its throttle's interval`() async {
    let store = store { self.work($0, nil).throttle(id: "work", for: .seconds(1), edges: .trailing) }
    store.send("a")
    #expect(words(store) == ["a is held"])
    await clock.advance(by: .seconds(1))
    #expect(words(store) == ["a runs"])
    store.cancel(.all)
    await store.settle()
  }

  @Test func `a cancelled effect drains until its task has ended`() async {
    let gate = Gate()
    let store = store { action in
      .run(EffectOptions(id: "work", name: action)) { _ in await gate.pass() }
    }
    store.send("a")
    await gate.waitForArrivals(1)
    store.send("b")
    #expect(words(store) == ["b runs", "a drains"])
    gate.open()
    await store.settle()
    #expect(store.runtime.effectReports.isEmpty)
  }

  @Test func `a stream waits for its next element, or until its store has handled those that it has`() async {
    let (silence, continuation) = AsyncStream.makeStream(of: String.self)
    let store = store { action in
      switch action {
      case "listen": .stream(silence, EffectOptions(name: "listen"))
      case "flood":
        .stream(
          AsyncStream { continuation in
            for number in 0..<1_000 { continuation.yield("\(number)") }
          },
          EffectOptions(name: "flood")
        )
      default: .none
      }
    }
    store.send("listen")
    _ = executor.runUntilIdle()
    #expect(words(store) == ["listen waits for an element"])
    store.send("flood")
    // The pump runs, and the store does not.
    _ = executor.runUntilIdle()
    #expect(words(store) == ["listen waits for an element", "flood is blocked by \(StreamLimits.capacity)"])
    continuation.finish()
    store.cancel(.all)
    await store.settle()
  }

  @Test func `waits count for the effects that they last for`() async {
    let store = store { action in
      switch action {
      case "a": .run(EffectOptions(name: "a")) { send in await send.perform("b") }
      case "b": self.work("b", nil)
      case "c": self.work("c", nil)
      default: .none
      }
    }
    let handle = store.send("a")
    store.send("c")
    let values = Task { await handle.value }
    let trees = (0..<2).map { _ in Task { await handle.tree } }
    await executor.settle()
    #expect(words(store) == ["a runs for 3", "c runs", "b runs for 3"])
    store.cancel(.all)
    await values.value
    for tree in trees { await tree.value }
    await store.settle()
  }

  @Test func `a report is a sentence`() async {
    let store = store { self.work($0, "work", .queue(limit: 9)) }
    store.send("a")
    store.send("b")
    let wait = Task { [handle = store.send("c")] in await handle.value }
    await executor.settle()
    let tokens = store.runtime.runningEffects.map(\.token.rawValue)
    #expect(
      store.runtime.effectReports.map(\.description) == [
        "The effect 'work' (#\(tokens[0])) runs.",
        "The effect 'work' (#\(tokens[1])) waits for its turn behind #\(tokens[0]).",
        "The effect 'work' (#\(tokens[2])) waits for its turn behind #\(tokens[0]), and a wait lasts until it ends.",
      ]
    )
    store.cancel(.all)
    await wait.value
    await store.settle()
  }

  @Test func `reports in a scope are those of its effects, under their names there`() async {
    let store = store()
    let scope = EffectScope("part")
    let part = store.runtime.scoped(to: scope, embed: { (action: String) in action }, extract: nil, child: { nil })
    let gate = Gate()
    store.launch(.run(EffectOptions(id: "drains")) { _ in await gate.pass() })
    await gate.waitForArrivals(1)
    store.cancel(.id("drains"))
    part.launch(work("inner", "inner"))
    #expect(words(store).count == 2)
    #expect(part.effectReports.map { $0.effect.id } == ["inner"])
    gate.open()
    store.cancel(.all)
    await store.settle()
  }
}
