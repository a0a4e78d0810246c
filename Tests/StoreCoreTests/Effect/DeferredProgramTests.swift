import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Programs that are made when they are due.
@MainActor
@Suite struct DeferredProgramTests {
  private let executor = TestExecutor()
  private let made = Counter()

  private var options: StoreOptions { StoreOptions(executor: executor) }

  private func deferred(_ program: EffectProgram<String>) -> EffectProgram<String> {
    let made = made
    return .deferred {
      made.add()
      return program
    }
  }

  /// A store that has a program for "start".
  private func makeStore(_ program: EffectProgram<String>) -> ScriptStore<String> {
    ScriptStore(options: options) { $0 == "start" ? program : .none }
  }

  @Test func `what is reported while a program is made is delivered before the launch returns`() {
    let issues = IssueLog()
    let store = ScriptStore(String.self, options: StoreOptions(onIssue: issues.record))
    store.launch(
      .deferred {
        store.runtime.report(.other, "The program is not known.")
        return .none
      }
    )
    #expect(issues.all.map(\.message) == ["The program is not known."])
  }

  @Test func `a deferred program is made once per launch, when it is due`() async {
    let program = deferred(.emit("made"))
    #expect(made.value == 0)
    let store = makeStore(program)
    store.send("start")
    #expect(made.value == 1)
    store.send("start")
    #expect(made.value == 2)
    #expect(store.state == ["start", "made", "start", "made"])
  }

  @Test func `a deferred member is made after those before it, and those after it wait for it`() async {
    var seen: [[String]] = []
    var store: ScriptStore<String>?
    store = makeStore(
      .sequence([
        .task { "first" },
        .deferred {
          seen.append(store?.state ?? [])
          return .sequence([.task { "second" }, .deferred { .task { "third" } }])
        },
        .emit("last"),
      ])
    )
    await store?.send("start").tree
    #expect(seen == [["start", "first"]])
    #expect(store?.state == ["start", "first", "second", "third", "last"])
    #expect(store?.runtime.table.nodeCount == 0)
  }

  @Test func `a deferred program that makes nothing is not waited for`() async {
    let store = makeStore(.sequence([deferred(.none), .emit("last")]))
    #expect(store.send("start").isFinished)
    #expect(store.state == ["start", "last"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test(arguments: ["handle", "name", "scope"])
  func `a deferred program is not made if it was cancelled before`(by cause: String) async {
    let store = makeStore(
      .sequence([.task { try await untilCancelled() }, deferred(.emit("made")), deferred(.task { "made" })])
        .cancellable(id: "whole").scoped(to: "scope")
    )
    let handle = store.send("start")
    await store.settle()
    switch cause {
    case "handle": handle.cancel()
    case "name": store.cancel(.id(EffectID("whole").scoped(to: "scope")))
    default: store.cancel(.scope(EffectScope("scope")))
    }
    await store.settle()
    #expect(made.value == 0)
    #expect(store.state == ["start"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a deferred program is made if only the member before it was cancelled`() async {
    let store = makeStore(
      .sequence([.task(EffectOptions(id: "first")) { try await untilCancelled() }, deferred(.emit("made"))])
    )
    store.send("start")
    await store.settle()
    store.cancel(.id("first"))
    await store.settle()
    #expect(store.state == ["start", "made"])
  }

  @Test func `a deferred program is not made in an action that cancels itself`() async {
    var handle = SendHandle()
    var store: ScriptStore<String>?
    let program = deferred(.emit("made"))
    store = ScriptStore(options: options) { action in
      switch action {
      case "outer": handle = store?.send("start") ?? SendHandle()
      case "start":
        handle.cancel()
        return .merge([program, .deferred { .emit("made") }])
      default: break
      }
      return .none
    }
    store?.send("outer")
    #expect(made.value == 0)
    #expect(store?.state == ["outer", "start"])
  }

  @Test func `a deferred program is not made in a stopped store`() async {
    let store = makeStore(.none)
    store.runtime.stop()
    store.launch(deferred(.emit("made")))
    store.launch(.sequence([.emit("dropped"), deferred(.emit("made"))]))
    #expect(made.value == 0)
    store.runtime.start()
    store.launch(deferred(.emit("made")))
    #expect(store.state == ["made"])
  }

  // MARK: Modifiers around it

  @Test func `modifiers of a deferred program apply to what it makes`() async {
    let clock = TestClock(executor: executor)
    let answers = Counter()
    let store = makeStore(
      .deferred {
        .merge([
          .task(EffectOptions(id: "a")) { "a" },
          .deferred { .task(EffectOptions(id: "b")) { "b" }.delay(for: .seconds(1), clock: clock) },
        ])
      }
      .delay(for: .seconds(1), clock: clock)
      .options { $0.priority = .background }
      .onCancel {
        answers.add()
        return "answer"
      }
    )
    store.send("start")
    await clock.advance(by: .milliseconds(999))
    #expect(store.runtime.runningEffects.map(\.priority) == [.background, .background])
    #expect(store.state == ["start"])
    await clock.advance(by: .milliseconds(1))
    #expect(store.state == ["start", "a"])
    await clock.advance(by: .seconds(1))
    #expect(store.state == ["start", "a", "b"])
    store.send("start")
    store.cancel(.all)
    await store.settle()
    #expect(answers.value == 2)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `modifiers of the made program do not apply to the members after it`() async {
    let store = makeStore(
      .sequence([
        .deferred { .task { "a" } }.options { $0.name = "inner" },
        .deferred { .task { try await untilCancelled() } },
      ])
    )
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "a"])
    #expect(store.runtime.runningEffects.map(\.name) == [nil])
  }

  @Test func `debounce, throttle and names apply to a deferred program as a whole`() async {
    let clock = TestClock(executor: executor)
    let program = deferred(.sequence([.emit("made"), .task { try await untilCancelled() }]))
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      switch action {
      case "debounce": program.debounce(id: "a", for: .seconds(1), clock: clock)
      case "throttle": program.throttle(id: "b", for: .seconds(1), edges: .leading, clock: clock)
      case "name": program.cancellable(id: "c")
      default: .none
      }
    }
    store.send("debounce")
    await clock.advance(by: .milliseconds(500))
    store.send("debounce")
    await clock.advance(by: .milliseconds(999))
    #expect(made.value == 0)
    await clock.advance(by: .milliseconds(1))
    #expect(made.value == 1)
    store.send("throttle")
    store.send("throttle")
    await store.settle()
    #expect(made.value == 2)
    store.send("name")
    #expect(store.isTaskRunning(id: "c"))
    store.cancel(.id("c"))
    #expect(!store.isTaskRunning(id: "c"))
    store.cancel(.all)
  }

  @Test func `an error of what a deferred program makes is caught around it`() async {
    struct Failure: Error {}
    let store = makeStore(
      .sequence([
        .deferred { .sequence([.task { throw Failure() }, .emit("left out")]) }.catch { _ in .emit("caught") },
        .deferred { .task { throw Failure() }.catch { _ in .deferred { .emit("caught inside") } } },
        .emit("last"),
      ])
    )
    await store.send("start").tree
    #expect(store.state == ["start", "caught", "caught inside", "last"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a mapped deferred program is made once, and all that it makes is mapped`() async {
    let made = made
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return EffectProgram<Int>.deferred {
        made.add()
        return .sequence([.emit(1), .deferred { .task { 2 } }, .run { send in send(3) }])
      }
      .map { $0 * 10 }
      .map { "\($0)" }
    }
    await store.send("start").tree
    #expect(store.state == ["start", "10", "20", "30"])
    #expect(made.value == 1)
  }

  @Test func `what a deferred program makes belongs to its scope`() async {
    let store = makeStore(
      .deferred { .sequence([.task(EffectOptions(id: "work")) { try await untilCancelled() }, .emit("member")]) }
        .scoped(to: 1)
    )
    store.send("start")
    #expect(store.isTaskRunning(id: EffectID("work").scoped(to: 1)))
    #expect(store.runtime.table.scopes == [EffectScope(1)])
    store.cancel(.scope(EffectScope(1)))
    await store.settle()
    #expect(store.state == ["start"])
    #expect(store.runtime.table.scopes.isEmpty)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a deferred program is not made for a child that has left the state`() async {
    let made = made
    let present = Counter()
    let runtime = Runtime<String>(
      options: options,
      isPresent: { _ in present.value == 0 },
      handler: { action in
        guard action == "start" else { return .none }
        present.add()
        return .deferred {
          made.add()
          return .emit("made")
        }
        .scoped(to: 1)
      }
    )
    runtime.send("start")
    #expect(made.value == 0)
    #expect(runtime.table.nodeCount == 0)
  }

  // MARK: Long and deep programs

  @Test func `a chain of deferred programs is stopped by the limit`() async {
    let issues = IssueLog()
    let live = Counter()
    let highest = Counter()
    let options = StoreOptions(executor: executor, onIssue: { issues.record($0) })
    final class Part: Sendable {
      let live: Counter
      init(_ live: Counter) {
        self.live = live
        live.add()
      }
      deinit { live.add(-1) }
    }
    let count = Counter()
    let runtime = Runtime<Int>(options: options) { number in
      count.add()
      if live.value > highest.value { highest.add() }
      let part = Part(live)
      return .deferred { withExtendedLifetime(part) { .emit(number + 1) } }
    }
    runtime.send(0)
    #expect(count.value == 100_001)
    #expect(highest.value <= 4, "what was made before is gone")
    #expect(live.value == 0)
    #expect(issues.all.count == 1)
    #expect(runtime.table.nodeCount == 0)
    runtime.launch(.none)
    #expect(runtime.runningTaskCount == 0)
  }

  @Test func `a deeply nested deferred program needs no deep stack`() async {
    let store = makeStore(.deferred { Self.nested(100_000) })
    await store.send("start").tree
    #expect(store.state == ["start", "bottom"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  private static func nested(_ depth: Int) -> EffectProgram<String> {
    depth == 0 ? .emit("bottom") : .deferred { nested(depth - 1) }
  }
}
