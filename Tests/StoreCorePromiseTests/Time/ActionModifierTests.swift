import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Modifiers around an effect that is only an action, or a cancel.
@MainActor
@Suite struct ActionModifierTests {
  private typealias Program = EffectProgram<String>

  private let executor = TestExecutor()
  private let clock: TestClock
  private let issues = IssueLog()

  init() {
    clock = TestClock(executor: executor)
  }

  private func store(_ script: @escaping @MainActor (String) -> Program = { _ in .none }) -> ScriptStore<String> {
    let issues = issues
    let options = StoreOptions(executor: executor, clock: clock, onIssue: { issues.record($0) }, chainLimit: 50)
    return ScriptStore(options: options, script: script)
  }

  @Test(arguments: [true, false])
  func `a delayed action is an effect that waits`(isMade: Bool) async {
    let store = store()
    let calls = Counter()
    let emit: Program =
      isMade
      ? .emit {
        calls.add()
        return "late"
      } : .emit("late")
    let handle = store.launch(emit.delay(for: .seconds(1)).cancellable(id: "x"))
    #expect(store.isTaskRunning(id: "x"))
    #expect(store.runningTaskCount == 1)
    await clock.advance(by: .milliseconds(999))
    #expect(store.state == [])
    #expect(calls.value == 0)
    #expect(!handle.isFinished)
    await clock.advance(by: .milliseconds(1))
    #expect(store.state == ["late"])
    #expect(handle.isFinished)
    store.launch(emit.cancellable(id: "x").delay(for: .seconds(1)))
    store.cancel(.id("x"))
    await clock.runUntilIdle()
    #expect(store.state == ["late"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a delayed cancel waits`() async {
    let store = store()
    store.launch(.task(EffectOptions(id: "work")) { try await untilCancelled() })
    store.launch(Program.cancel(.id("work")).delay(for: .seconds(1)))
    await clock.advance(by: .milliseconds(999))
    #expect(store.isTaskRunning(id: "work"))
    await clock.advance(by: .milliseconds(1))
    #expect(!store.isTaskRunning(id: "work"))
    await executor.settle()
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a cancel of all in a scope lets a sequence without a name continue`() async {
    let child = EffectScope("child")
    let store = store()
    store.launch(Program.sequence([.run { _ in try await untilCancelled() }, .emit("next")]).scoped(to: child))
    store.launch(Program.cancel(.all).scoped(to: child))
    await executor.settle()
    #expect(store.state == ["next"])
  }

  @Test func `a delayed cancel belongs to its scope`() async {
    let child = EffectScope("child")
    let store = store()
    let work = Program.task(EffectOptions(id: "work")) { try await untilCancelled() }
    store.launch(work)
    store.launch(work.scoped(to: child))
    store.launch(Program.cancel(.id("work")).delay(for: .seconds(1)).scoped(to: child))
    #expect(store.runningTaskCount == 3)
    await clock.advance(by: .seconds(1))
    #expect(store.runningTaskCount == 1)
    #expect(store.isTaskRunning(id: "work"))
    store.launch(Program.cancel(.id("work")).delay(for: .seconds(1)).scoped(to: child))
    store.cancel(.scope(child))
    await clock.advance(by: .seconds(1))
    #expect(store.isTaskRunning(id: "work"))
    #expect(store.runningTaskCount == 1)
    store.cancel(.all)
  }

  @Test func `a delay of a sequence or a merge applies to its operations`() async {
    let store = store()
    store.launch(Program.merge([.emit("at once"), .task { "late" }]).delay(for: .seconds(1)))
    #expect(store.state == ["at once"])
    await clock.runUntilIdle()
    #expect(store.state == ["at once", "late"])
  }

  @Test func `actions that poll with a delay are not a runaway chain`() async {
    let store = store { action in Int(action).map { .emit("\($0 + 1)").delay(for: .seconds(1)) } ?? .none }
    store.send("0")
    #expect(store.state == ["0"])
    for second in 1...200 {
      await clock.advance(by: .seconds(1))
      #expect(store.state.count == second + 1)
    }
    #expect(issues.all.isEmpty)
    store.cancel(.all)
  }

  @Test func `actions that poll without a delay are stopped as a runaway chain`() async {
    let store = store { action in Int(action).map { .emit("\($0 + 1)").delay(for: .zero) } ?? .none }
    await store.send("0").tree
    await executor.settle()
    #expect(issues.all.count == 1)
    guard case .runawayEffects? = issues.all.first?.kind else {
      Issue.record("another kind of issue")
      return
    }
  }

  @Test func `a timeout of an action is an issue, in whatever order modifiers are given`() async {
    let store = store()
    let timed: [Program] = [
      .emit("a").timeout(after: .zero), .emit { "b" }.timeout(after: .zero).cancellable(id: "x"),
      .cancel(.id("nothing")).catch { _ in .none }.timeout(after: .zero),
      .emit("c").timeout(after: .zero).scoped(to: "s").map { $0 },
    ]
    for program in timed { store.launch(program) }
    #expect(store.state == ["a", "b", "c"])
    let message = """
      A 'timeout' around an effect that is only an action, or a cancel, was ignored.

      It is handled at once, and there is no operation that could take too long.

      Give the timeout to the operation that it is meant for, or leave it out.
      """
    #expect(issues.all.map(\.message) == Array(repeating: message, count: timed.count))
    guard case .ignoredModifier("timeout(after:)")? = issues.all.first?.kind else {
      Issue.record("another kind of issue")
      return
    }
  }

  @Test func `a retry of an action is an issue`() async {
    let store = store()
    store.launch(Program.emit("a").retry())
    #expect(store.state == ["a"])
    #expect(
      issues.all.map(\.message) == [
        """
        A 'retry' around an effect that is only an action, or a cancel, was ignored.

        It is handled at once, and there is no operation that could fail.

        Give the retry to the operation that it is meant for, or leave it out.
        """
      ]
    )
  }

  @Test func `a retry of a given sequence is an issue, and of a sequence made by a closure it is not`() async {
    let store = store()
    let numbers: @Sendable () -> AsyncStream<String> = {
      AsyncStream { continuation in
        continuation.yield("a")
        continuation.finish()
      }
    }
    let line = UInt(#line) + 1
    await store.launch(Program.stream(numbers(), EffectOptions(id: "x")).retry()).value
    await store.launch(Program.sequence([.emit("b"), .stream(numbers(), EffectOptions(id: "x")).retry()])).value
    await store.launch(Program.stream(make: { numbers() }).retry()).value
    #expect(store.state == ["a", "b", "a", "a"])
    let message = """
      A 'retry' around the effect 'x', which forwards the elements of a sequence, was ignored.

      The elements of a sequence cannot be read twice.

      Give the effect a closure that makes the sequence, which is called for each attempt.
      """
    #expect(issues.all.map(\.message) == [message, message])
    #expect(issues.all.map(\.location?.line) == [line, line + 1])
  }

  @Test func `an issue of an action has the place of its own send, not of one that a subscriber makes meanwhile`() {
    let store = store { $0 == "first" ? .emit("last").timeout(after: .seconds(1)) : .none }
    store.runtime.subscribe(toActions: { if $0 == "first" { store.send("other") } })
    let line = UInt(#line) + 1
    store.send("first")
    #expect(store.state == ["first", "last", "other"])
    #expect(issues.all.map(\.location?.line) == [line])
  }

  @Test func `an action in a sequence or a merge with a timeout and a retry is not an issue`() async {
    let store = store()
    store.launch(Program.merge([.emit("a"), .task { "b" }]).timeout(after: .seconds(1)).retry())
    await clock.runUntilIdle()
    #expect(store.state == ["a", "b"])
    #expect(issues.all.isEmpty)
  }

  @Test func `a timeout around a delayed action ends the wait`() async {
    let store = store()
    store.launch(
      Program.emit("never").delay(for: .seconds(2)).timeout(after: .seconds(1)).catch { _ in .emit("too late") }
    )
    store.launch(Program.emit("done").timeout(after: .seconds(1)).delay(for: .seconds(2)))
    await clock.runUntilIdle()
    #expect(store.state == ["too late", "done"])
    #expect(issues.all.isEmpty)
  }

  @Test func `an action is debounced and throttled like an operation`() async {
    let store = store()
    for number in 1...3 {
      store.launch(Program.emit("debounced \(number)").debounce(id: "d", for: .seconds(2)))
      store.launch(Program.emit { "throttled \(number)" }.throttle(id: "t", for: .seconds(1)))
    }
    #expect(store.isTaskRunning(id: "d") && store.isTaskRunning(id: "t"))
    await clock.runUntilIdle()
    #expect(store.state == ["throttled 1", "throttled 3", "debounced 3"])
    #expect(store.runtime.table.nodeCount == 0)
  }
}
