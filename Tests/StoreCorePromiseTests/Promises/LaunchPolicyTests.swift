import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The effects of one name, in virtual time.
@MainActor
@Suite struct LaunchPolicyTests {
  private let executor = TestExecutor()
  private let clock: TestClock
  private let log = EventLog()

  init() {
    clock = TestClock(executor: executor)
  }

  /// A store whose actions of the form "work …" launch an effect that takes a second and sends "done …".
  private func store(
    _ policy: LaunchPolicy,
    also script: @escaping @MainActor (String) -> EffectProgram<String> = { _ in .none }
  ) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(executor: executor, clock: clock, observers: [log])) { (action: String) in
      guard action.hasPrefix("work ") else { return script(action) }
      let number = action.dropFirst(5)
      return .task(EffectOptions(id: "work", policy: policy)) { "done \(number)" }.delay(for: .seconds(1))
    }
  }

  // The end was told before the beginning.
  @Test func `of an effect that begins and is replaced at once, the beginning is told first`() async {
    let check = OrderCheck()
    let begun = Counter()
    let options = StoreOptions(executor: executor, clock: clock, observers: [check])
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      func endless(_ id: EffectID) -> EffectProgram<String> {
        .run(EffectOptions(id: id)) { _ in try await untilCancelled() }
      }
      func behind(_ id: EffectID) -> EffectProgram<String> {
        .run(EffectOptions(id: id, policy: .queue(limit: 5))) { _ in begun.add() }
      }
      return switch action {
      case "both": .merge([endless("b"), endless("a")])
      case "behind b": behind("b")
      // When it begins it claims the name "b" as well.
      case "behind a": behind("a").cancellable(id: "b")
      default: .none
      }
    }
    let both = store.send("both")
    store.send("behind b")
    store.send("behind a")
    both.cancel()
    await store.settle()
    #expect(begun.value == 1)
    #expect(check.problems == [] && check.unfinished == 0)
  }

  // MARK: Keep running

  @Test func `a running effect is kept, and the new one is refused`() async {
    let store = store(.keepRunning)
    store.send("work 1")
    let refused = store.send("work 2")
    #expect(refused.isFinished)
    #expect(store.runningTaskCount == 1)
    #expect(log.events("refused") == ["refused work: alreadyRunning"])
    await clock.advance(by: .seconds(1))
    store.send("work 3")
    await clock.runUntilIdle()
    #expect(store.state == ["work 1", "work 2", "done 1", "work 3", "done 3"])
  }

  @Test func `what follows a refused effect in its program continues`() async {
    let store = store(.keepRunning) { action in
      guard action == "both" else { return .none }
      return .sequence([.task(EffectOptions(id: "work", policy: .keepRunning)) { "never" }, .emit("next")])
        .catch { _ in .emit("an error") }
    }
    store.send("work 1")
    let handle = store.send("both")
    #expect(store.state == ["work 1", "both", "next"])
    #expect(handle.isFinished)
  }

  // MARK: Queue

  @Test func `queued effects begin one after another, in the order of their launches`() async {
    let store = store(.queue(limit: 5))
    for number in 1...3 {
      store.send("work \(number)")
    }
    #expect(store.runningTaskCount == 3)
    #expect(store.runtime.waitingEffects.count == 2)
    #expect(log.events("queued").count == 2)
    await clock.advance(by: .seconds(1))
    #expect(store.state.last == "done 1")
    #expect(log.events("started").count == 2)
    await clock.advance(by: .seconds(1))
    #expect(store.state.last == "done 2")
    await clock.advance(by: .seconds(1))
    #expect(store.state.suffix(3) == ["done 1", "done 2", "done 3"])
    #expect(!store.isTaskRunning(id: "work"))
    #expect(clock.now.offset == .seconds(3))
  }

  @Test func `a queued effect begins after the last action of the one before was handled`() async throws {
    let begun = Counter()
    var countAtDone: Int?
    let store = ScriptStore(options: StoreOptions(executor: executor, clock: clock, observers: [log])) {
      (action: String) in
      if action == "done" { countAtDone = begun.value }
      guard action == "work" else { return .none }
      return .task(EffectOptions(id: "work", policy: .queue(limit: 1))) {
        begun.add()
        return "done"
      }
    }
    store.send("work")
    store.send("work")
    await store.settle()
    #expect(countAtDone == 2)
    let second = log.events.lastIndex(of: "started work")
    let firstDone = log.events.firstIndex(of: "handled done")
    #expect(try #require(firstDone) < (try #require(second)))
  }

  @Test(arguments: ["another name", "the same name"])
  func `after a cancel inside the last action of an effect, the next effect begins only when that action was handled`(
    whose: String
  ) async throws {
    let other = Locked(SendHandle())
    let store = store(.queue(limit: 5)) { action in
      if action == "done 1" { other.withLock { $0 }.cancel() }
      return action == "other" ? .task(EffectOptions(id: "other")) { try await untilCancelled() } : .none
    }
    store.send("work 1")
    store.send("work 2")
    let handle = store.send(whose == "another name" ? "other" : "work 3")
    other.withLock { $0 = handle }
    await clock.runUntilIdle()
    let started = try #require(log.events.lastIndex(of: "started work"))
    let handled = try #require(log.events.firstIndex(of: "handled done 1"))
    #expect(handled < started)
    #expect(store.state.last == "done 2")
    #expect(store.runningTaskCount == 0)
  }

  @Test func `an action that cancels a name keeps the effects that queue under it from beginning`() async {
    let store = store(.queue(limit: 5)) { $0 == "done 1" ? .cancel(.id("work")) : .none }
    store.send("work 1")
    store.send("work 2")
    await clock.runUntilIdle()
    #expect(store.state == ["work 1", "work 2", "done 1"])
    #expect(log.events("started").count == 1)
    #expect(log.events("cancelled") == ["cancelled work"])
  }

  @Test func `a full queue refuses the newest`() async {
    let store = store(.queue(limit: 2))
    for number in 1...5 {
      store.send("work \(number)")
    }
    #expect(log.events("refused") == ["refused work: queueIsFull", "refused work: queueIsFull"])
    await clock.runUntilIdle()
    #expect(store.state.suffix(3) == ["done 1", "done 2", "done 3"])
  }

  @Test func `a queue with a limit of zero keeps the running effect`() {
    let store = store(.queue(limit: 0))
    store.send("work 1")
    store.send("work 2")
    #expect(log.events("refused") == ["refused work: alreadyRunning"])
  }

  @Test func `a name is in use while an effect waits under it`() {
    let store = store(.queue(limit: 1))
    store.send("work 1")
    let second = store.send("work 2")
    #expect(store.isTaskRunning(id: "work"))
    #expect(!second.isFinished)
  }

  @Test func `a cancel by name takes running and waiting effects`() async {
    let store = store(.queue(limit: 5))
    let handles = (1...3).map { store.send("work \($0)") }
    store.cancel(.id("work"))
    #expect(!store.isTaskRunning(id: "work"))
    #expect(handles.filter(\.isFinished).count == 3)
    await clock.runUntilIdle()
    #expect(store.state == ["work 1", "work 2", "work 3"])
    #expect(log.events("started").count == 1)
    #expect(log.events("cancelled").count == 3)
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `a waiting effect that is cancelled by its handle never begins, and the others keep their order`() async {
    let store = store(.queue(limit: 5))
    let handles = (1...4).map { store.send("work \($0)") }
    handles[1].cancel()
    await clock.runUntilIdle()
    #expect(store.state.suffix(3) == ["done 1", "done 3", "done 4"])
    #expect(log.events("started").count == 3)
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `the cancel of the running effect lets the next one begin at once`() async {
    let store = store(.queue(limit: 5))
    let first = store.send("work 1")
    store.send("work 2")
    first.cancel()
    #expect(store.runtime.waitingEffects.isEmpty)
    #expect(store.isTaskRunning(id: "work"))
    await clock.runUntilIdle()
    #expect(store.state == ["work 1", "work 2", "done 2"])
  }

  @Test func `a handle that is cancelled on another thread lets the next one begin`() async {
    let store = store(.queue(limit: 5))
    let first = store.send("work 1")
    store.send("work 2")
    await Task.detached { first.cancel() }.value
    #expect(store.runtime.waitingEffects.isEmpty)
    await clock.runUntilIdle()
    #expect(store.state == ["work 1", "work 2", "done 2"])
  }

  @Test func `a replacing effect replaces all that run and wait`() async {
    let store = store(.queue(limit: 5)) { action in
      action == "now" ? .task(EffectOptions(id: "work")) { "done now" } : .none
    }
    for number in 1...3 {
      store.send("work \(number)")
    }
    store.send("now")
    #expect(store.runningTaskCount == 1)
    await clock.runUntilIdle()
    #expect(store.state.suffix(2) == ["now", "done now"])
    #expect(log.events("replaced").count == 3)
  }

  @Test func `an answer to a cancel is sent for an effect that never began`() async {
    let store = ScriptStore(options: StoreOptions(executor: executor, clock: clock, observers: [log])) {
      (action: String) in
      guard action == "work" else { return .none }
      return EffectProgram.task(EffectOptions(id: "work", policy: .queue(limit: 1))) { "done" }
        .delay(for: .seconds(1)).onCancel { "cancelled" }
    }
    store.send("work")
    let second = store.send("work")
    second.cancel()
    await store.settle()
    #expect(store.state == ["work", "work", "cancelled"])
    await clock.runUntilIdle()
    #expect(store.state == ["work", "work", "cancelled", "done"])
  }

  @Test func `a sequence waits for its queued member`() async {
    let store = store(.queue(limit: 5)) { action in
      guard action == "both" else { return .none }
      return .sequence([.task(EffectOptions(id: "work", policy: .queue(limit: 5))) { "member" }, .emit("next")])
    }
    store.send("work 1")
    store.send("both")
    #expect(store.state == ["work 1", "both"])
    await clock.runUntilIdle()
    #expect(store.state == ["work 1", "both", "done 1", "member", "next"])
  }

  @Test func `an effect that fails lets the next one begin`() async {
    struct Broken: Error {}
    let store = ScriptStore(options: StoreOptions(executor: executor, observers: [log])) { (action: String) in
      guard action.hasPrefix("work") else { return .none }
      return EffectProgram.task(EffectOptions(id: "work", policy: .queue(limit: 1))) {
        guard action == "work 2" else { throw Broken() }
        return "done"
      }
      .catch { _ in .emit("failed") }
    }
    store.send("work 1")
    store.send("work 2")
    await store.settle()
    #expect(store.state == ["work 1", "work 2", "failed", "done"])
  }

  @Test func `no waiting effect begins once its store is deallocated, and waits return`() async {
    let begun = Counter()
    var store: ScriptStore<String>? = ScriptStore(options: StoreOptions(executor: executor, clock: clock)) { _ in
      EffectProgram.run(EffectOptions(id: "work", policy: .queue(limit: 5))) { _ in begun.add() }.delay(
        for: .seconds(1)
      )
    }
    let handles = (1...3).compactMap { store?.send("work \($0)") }
    let waiter = Task { await handles[2].value }
    await executor.settle()
    store = nil
    await waiter.value
    await clock.runUntilIdle()
    #expect(begun.value == 0)
    #expect(clock.deadlines.isEmpty)
  }

  @Test func `a store settles while an effect waits for an endless stream`() async {
    for options in [StoreOptions(executor: executor), StoreOptions()] {
      let (stream, continuation) = AsyncStream.makeStream(of: String.self)
      let store = ScriptStore(options: options) { (action: String) in
        switch action {
        case "listen": .stream(stream, EffectOptions(id: "work"))
        case "work": .task(EffectOptions(id: "work", policy: .queue(limit: 1))) { "done" }
        default: .none
        }
      }
      store.send("listen")
      store.send("work")
      await store.settle()
      #expect(store.state == ["listen", "work"])
      continuation.finish()
      await store.settle()
      #expect(store.state == ["listen", "work", "done"])
    }
  }

  // MARK: At most

  @Test func `no more effects than the limit run, and the oldest waiting one is next`() async {
    let store = store(.atMost(2, .oldestFirst))
    for number in 1...5 {
      store.send("work \(number)")
    }
    #expect(store.runtime.waitingEffects.count == 3)
    await clock.advance(by: .seconds(1))
    #expect(store.state.suffix(2) == ["done 1", "done 2"])
    #expect(store.runtime.waitingEffects.count == 1)
    await clock.runUntilIdle()
    #expect(store.state.suffix(3) == ["done 3", "done 4", "done 5"])
    #expect(clock.now.offset == .seconds(3))
  }

  @Test func `with newestWins the newest effects stay, and the oldest is replaced`() async {
    let store = store(.atMost(2, .newestWins))
    for number in 1...4 {
      store.send("work \(number)")
      #expect(store.runningTaskCount == min(number, 2))
    }
    #expect(log.events("replaced").count == 2)
    await clock.runUntilIdle()
    #expect(store.state.suffix(2) == ["done 3", "done 4"])
  }

  @Test(arguments: [LaunchPolicy.keepRunning, .queue(limit: 0), .atMost(1, .oldestFirst), .atMost(1, .newestWins)])
  func `an effect without a name is never refused, and never waits`(policy: LaunchPolicy) {
    let store = ScriptStore(options: StoreOptions(executor: executor)) { (_: Int) in
      .task(EffectOptions(policy: policy)) { 0 }
    }
    store.send(1)
    store.send(2)
    #expect(store.runningTaskCount == 2)
    #expect(store.runtime.waitingEffects.isEmpty)
  }

  @Test func `names do not wait for each other`() {
    let store = ScriptStore(options: StoreOptions(executor: executor)) { (number: Int) in
      .task(EffectOptions(id: number, policy: .queue(limit: 1))) { 0 }
    }
    store.send(1)
    store.send(2)
    #expect(store.runningTaskCount == 2)
    #expect(store.runtime.waitingEffects.isEmpty)
  }

  // MARK: Rings

  @Test func `an effect that waits for an action whose effect queues after it continues`() async {
    let store = ScriptStore(options: StoreOptions(executor: executor, observers: [log])) { (action: String) in
      switch action {
      case "first":
        .run(EffectOptions(id: "work", policy: .queue(limit: 1))) { send in
          await send.perform("second")
          send("performed")
        }
      case "second":
        .task(EffectOptions(id: "work", policy: .queue(limit: 1))) { "done" }
      default: .none
      }
    }
    store.send("first")
    await store.settle()
    #expect(store.state == ["first", "second", "performed", "done"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func `an effect waits for an action whose queued effect can begin when another one ends`() async {
    let store = ScriptStore(options: StoreOptions(executor: executor, clock: clock)) { (action: String) in
      let options = EffectOptions(id: "work", policy: .atMost(2, .oldestFirst))
      return switch action {
      case "first":
        .run(options) { send in
          await send.perform("third")
          send("performed")
        }
      case "second": EffectProgram.task(options) { "done 2" }.delay(for: .seconds(1))
      case "third": .task(options) { "done 3" }
      default: .none
      }
    }
    store.send("second")
    store.send("first")
    await clock.runUntilIdle()
    #expect(store.state == ["second", "first", "third", "done 2", "done 3", "performed"])
  }

  @Test func `effects that fill a name and wait for what queues after them continue`() async {
    let store = ScriptStore(options: StoreOptions(executor: executor, clock: clock)) { (action: String) in
      let options = EffectOptions(id: "work", policy: .atMost(2, .oldestFirst))
      guard action.hasPrefix("wait ") else {
        return action.hasPrefix("queue ") ? .task(options) { "done" } : .none
      }
      return .run(options) { send in await send.perform("queue \(action.dropFirst(5))") }
    }
    store.send("wait 1")
    store.send("wait 2")
    await store.settle()
    #expect(store.state.filter { $0 == "done" }.count == 2)
    #expect(store.runningTaskCount == 0)
  }
}
