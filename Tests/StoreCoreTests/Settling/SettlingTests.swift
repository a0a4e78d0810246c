import Dispatch
import StoreTesting
import Synchronization
import Testing
import _StoreTestSupport

@testable import StoreCore

/// Promise 13 for `settle()`: nothing can run until a clock advances or a stream yields.
@MainActor
@Suite struct SettlingTests {
  private let executor = TestExecutor()

  private var options: StoreOptions { StoreOptions(executor: executor) }

  @Test func `settle waits for effects and what they cause, not for streams or clocks`() async {
    let clock = TestClock(executor: executor)
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      switch action {
      case "start": .merge([.task { "child" }, .stream(stream)])
      case "child":
        .task {
          try await clock.sleep(for: .seconds(1))
          return "late"
        }
      default: .none
      }
    }
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "child"])
    continuation.yield("element")
    await store.settle()
    #expect(store.state == ["start", "child", "element"])
    await clock.advance(by: .seconds(1))
    #expect(store.state.last == "late")
    withExtendedLifetime(continuation) {}
  }

  @Test func `settle in the pool waits for effects, and not for streams and draining effects`() async {
    let gate = Gate()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in
      switch action {
      case 0: .merge([.task { 1 }, .stream(stream), .run(EffectOptions(id: "stubborn")) { _ in await gate.pass() }])
      case 1: .task { 2 }
      case 2: .cancel(.id("stubborn"))
      default: .none
      }
    }
    for number in 100..<200 { continuation.yield(number) }
    store.send(0)
    await store.settle()
    #expect(store.state.filter { $0 < 100 } == [0, 1, 2])
    #expect(store.state.filter { $0 >= 100 } == Array(100..<200))
    #expect(store.runningTaskCount == 1)
    gate.open()
    withExtendedLifetime(continuation) {}
  }

  @Test func `settle returns when its task is cancelled`() async {
    let options = StoreOptions(settlingLimit: .seconds(1_000))
    let store = ScriptStore(options: options) { (_: Int) in .task { try await untilCancelled() } }
    store.send(1)
    let settling = Task { @MainActor in await store.settle() }
    await Task { @MainActor in }.value
    settling.cancel()
    await settling.value
    #expect(store.runningTaskCount == 1)
  }

  @Test func `settle in the pool returns when what it waits for is cancelled`() async {
    let store = ScriptStore { (_: String) in .task(EffectOptions(id: "work")) { try await untilCancelled() } }
    store.send("start")
    let settling = Task { @MainActor in await store.settle() }
    // The settling task has begun, and waits.
    await Task { @MainActor in }.value
    store.cancel(.id("work"))
    await settling.value
    #expect(store.runningTaskCount == 0)
  }

  @Test(arguments: [false, true])
  func `an effect that settles its own store continues`(inExecutor: Bool) async {
    let holder = AsyncStream.makeStream(of: ScriptStore<String>.self)
    let options = StoreOptions(executor: inExecutor ? executor : nil)
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .run { send in
        for await store in holder.stream {
          await store.settle()
          break
        }
        send("settled")
      }
    }
    holder.continuation.yield(store)
    await store.send("start").value
    #expect(store.state == ["start", "settled"])
  }

  // If both waits ended with the same look, the wait outside would return too early.
  @Test func `settling from outside waits for an effect that settles its own store and continues`() async {
    for _ in 0..<50 {
      let gate = Gate()
      let holder = AsyncStream.makeStream(of: ScriptStore<String>.self)
      let store = ScriptStore<String> { action in
        guard action == "start" else { return .none }
        return .task {
          for await store in holder.stream {
            await store.settle()
            break
          }
          await gate.pass()
          return "settled"
        }
      }
      holder.continuation.yield(store)
      store.send("start")
      // Opens the gate when the effect has settled the store and waits for it.
      let opener = Task.detached {
        await gate.waitForArrivals(1)
        await Task { @MainActor in }.value
        gate.open()
      }
      await store.settle()
      #expect(store.state == ["start", "settled"])
      #expect(store.runningTaskCount == 0)
      await opener.value
    }
  }

  @Test func `settle follows a chain of enqueued actions to its end`() async {
    var store: ScriptStore<Int>?
    store = ScriptStore(options: options) { action in
      if action < 50 { store?.enqueue(action + 1) }
      return .none
    }
    store?.enqueue(1)
    await store?.settle()
    #expect(store?.state == Array(1...50))
  }

  @Test func `an effect may settle its own store in several tasks at once, and again`() async {
    let holder = AsyncStream.makeStream(of: ScriptStore<String>.self)
    let store = ScriptStore(String.self)
    holder.continuation.yield(store)
    await store.launch(
      .task {
        for await store in holder.stream {
          async let one: Void = store.settle()
          async let two: Void = store.settle()
          _ = await (one, two)
          await store.settle()
          break
        }
        return "settled"
      }
    ).value
    #expect(store.state == ["settled"])
  }

  @Test func `settle in the pool returns when a stream begins to wait`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = ScriptStore(Int.self, options: StoreOptions(executor: MainTurnExecutor()))
    store.launch(.stream(stream))
    // The pump has not run yet.
    await store.settle()
    #expect(store.runningTaskCount == 1)
    withExtendedLifetime(continuation) {}
  }

  @Test(arguments: ["effects", "enqueued actions"])
  func `settle in the pool looks twice before it decides that nothing runs`(chain: String) async {
    var store: ScriptStore<Int>?
    store = ScriptStore(options: StoreOptions(executor: MainTurnExecutor())) { action in
      guard action < 50 else { return .none }
      if chain == "effects" { return .task { action + 1 } }
      store?.enqueue(action + 1)
      return .none
    }
    // Due before what settling waits for, and after its first look.
    Task { @MainActor in store?.send(1) }
    await store?.settle()
    #expect(store?.state == Array(1...50))
  }

  @Test func `settle in the pool follows a stream that is about to get its next element`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = ScriptStore(options: StoreOptions(executor: MainTurnExecutor())) { (number: Int) in
      if number < 500 { continuation.yield(number + 1) }
      return .none
    }
    store.launch(.stream(stream))
    await store.settle()
    // The pump looks idle until its next turn.
    continuation.yield(1)
    await store.settle()
    #expect(store.state == Array(1...500))
  }

  @Test func `settle in the pool follows a pump that has not received its elements yet`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = ScriptStore(Int.self, options: StoreOptions(executor: LateExecutor()))
    store.launch(.stream(stream))
    await store.settle()
    for number in 1...10 { continuation.yield(number) }
    continuation.finish()
    await store.settle()
    #expect(store.state == Array(1...10))
    #expect(store.runningTaskCount == 0)
  }

  /// Its second element comes from a call that neither returns nor suspends before a gate is open.
  private struct Slow: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let isOpen: DispatchSemaphore
    var count = 0

    mutating func next() async -> Int? {
      count += 1
      if count == 2 { waitOnThread() }
      return count < 3 ? count : nil
    }

    private func waitOnThread() { isOpen.wait() }

    func makeAsyncIterator() -> Slow { self }
  }

  @Test func `settle in the pool follows a pump that runs between two elements`() async {
    // One after another: each holds a thread of the pool, and its store needs another one to look.
    for isLimited in [false, true] {
      let isOpen = DispatchSemaphore(value: 0)
      let store = ScriptStore { (number: Int) -> EffectProgram<Int> in
        // Not before the store has looked many times.
        if number == 1 { open(isOpen, after: 50) }
        return .none
      }
      let slow = Slow(isOpen: isOpen)
      store.launch(isLimited ? .stream(slow, rate: .debounce(for: .zero)) : .stream(slow))
      await store.settle()
      #expect(store.state == [1, 2], "with a rate: \(isLimited)")
      #expect(store.runningTaskCount == 0)
    }
  }

  private func open(_ gate: DispatchSemaphore, after turns: Int) {
    Task { @MainActor in
      if turns > 0 { return open(gate, after: turns - 1) }
      gate.signal()
    }
  }

  @Test func `settle in the pool does not wait for the pump of a stream that was cancelled`() async {
    let held = HeldExecutor()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = ScriptStore(Int.self, options: StoreOptions(executor: held))
    let handle = store.launch(.stream(stream))
    held.run()
    continuation.yield(1)
    handle.cancel()
    await store.settle()
    #expect(store.state.isEmpty)
    held.run()
    await store.settle()
    #expect(store.state.isEmpty)
  }

  @Test func `settle in the pool returns for several waits for one stream`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = ScriptStore(Int.self, options: StoreOptions(executor: LateExecutor()))
    store.launch(.stream(stream))
    continuation.yield(1)
    let others = (0..<3).map { _ in Task { @MainActor in await store.settle() } }
    await store.settle()
    for other in others { await other.value }
    #expect(store.state == [1])
    #expect(store.runtime.core.watchers.isEmpty)
    let isWatched = store.runtime.table.isWatched
    #expect(!isWatched, "streams tell nobody any more")
    withExtendedLifetime(continuation) {}
  }

  /// A turn of the main actor, during which the caller stays on it: its executor does not notice.
  private static func turn() async {
    let gate = Gate()
    Task { @MainActor in gate.open() }
    await gate.pass()
  }

  @Test(arguments: [false, true], [false, true])
  func `settle follows an operation on the main actor through many turns of it`(stays: Bool, isModified: Bool) async {
    let program = EffectProgram<Int>.runOnMainActor { send in
      for _ in 0..<20 {
        if stays { await Self.turn() } else { await Task { @MainActor in }.value }
      }
      send.send(20)
    }
    let store = ScriptStore(Int.self, options: options)
    store.launch(isModified ? program.timeout(after: .seconds(1), clock: TestClock(executor: executor)) : program)
    await store.settle()
    #expect(store.state == [20])
    #expect(store.runningTaskCount == 0)
    #expect(executor.activity.operationsOnMainActor == 0)
  }

  @Test func `advancing a clock follows an operation on the main actor too`() async {
    let clock = TestClock(executor: executor)
    let store = ScriptStore(Int.self, options: options)
    store.launch(
      .runOnMainActor { send in
        for round in 1...3 {
          try await clock.sleep(for: .seconds(1))
          for _ in 0..<20 { await Self.turn() }
          send.send(round)
        }
      }
    )
    await clock.advance(by: .seconds(1))
    #expect(store.state == [1])
    await clock.advance(by: .seconds(2))
    #expect(store.state == [1, 2, 3])
    #expect(store.runningTaskCount == 0, "its end was followed too")
    #expect(executor.activity.operationsOnMainActor == 0)
  }

  @Test func `an operation on the main actor that was cancelled or has thrown is not counted`() async {
    let gate = Gate()
    let store = ScriptStore(Int.self, options: options)
    store.launch(.runOnMainActor(EffectOptions(id: "work")) { _ in await gate.pass() })
    store.launch(.runOnMainActor { _ in throw CancellationError() }.catch { _ in .none })
    await store.settle()
    #expect(executor.activity.operationsOnMainActor == 1)
    store.cancel(.id("work"))
    gate.open()
    await store.settle()
    #expect(executor.activity.operationsOnMainActor == 0)
  }

  @Test func `what an operation on the main actor begins before it sleeps is followed for three links`() async {
    let clock = TestClock(executor: executor)
    let store = ScriptStore(Int.self, options: options)
    store.launch(
      .runOnMainActor { [store] _ in
        for _ in 0..<20 { await Self.turn() }
        Task.detached { @MainActor in
          store.send(1)
          Task.detached { @MainActor in
            store.send(2)
            Task.detached { @MainActor in store.send(3) }
          }
        }
        try await clock.sleep(for: .seconds(1))
      }
    )
    await store.settle()
    #expect(store.state == [1, 2, 3])
    await clock.advance(by: .seconds(1))
  }

  @Test func `a settle that is cancelled reports nothing`() async {
    let issues = IssueLog()
    let store = ScriptStore(
      Int.self,
      options: StoreOptions(executor: LazyExecutor(), onIssue: { issues.record($0) })
    )
    store.launch(.task { 1 })
    let settling = Task { @MainActor in await store.settle() }
    settling.cancel()
    await settling.value
    #expect(issues.all.isEmpty)
    #expect(store.state.isEmpty, "it has run nothing")
    await store.settle()
    #expect(store.state == [1])
  }

  @Test func `an operation that sleeps until a time that has passed is followed`() async {
    let clock = TestClock(executor: executor)
    let store = ScriptStore(Int.self, options: options)
    store.launch(
      .runOnMainActor { send in
        try await clock.sleep(until: TestClock.Instant(offset: .zero))
        for _ in 0..<20 { await Self.turn() }
        send.send(1)
      }
    )
    await store.settle()
    #expect(store.state == [1])
  }
}
