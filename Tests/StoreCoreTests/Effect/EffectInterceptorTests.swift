import StoreCore
import StoreTesting
import Synchronization
import Testing
import _StoreTestSupport

/// An error that an interceptor throws in place of an attempt.
@MainActor
@Suite struct EffectInterceptorTests {
  private struct NoNetwork: Error {}

  /// Calls a test's function for each attempt.
  private struct Surroundings: EffectInterceptor {
    let intercept: @Sendable (EffectAttempt) async throws -> Void

    func intercept(_ attempt: EffectAttempt) async throws { try await intercept(attempt) }
  }

  /// Holds sends until they are released.
  private final class Held: SendHold {
    private let sends = Mutex<[@Sendable () -> Void]>([])

    var count: Int { sends.withLock { $0.count } }

    func hold(_ send: @escaping @Sendable () -> Void, isAwaited: Bool) { sends.withLock { $0.append(send) } }

    func release() {
      for send in sends.withLock({ sends in
        defer { sends = [] }
        return sends
      }) { send() }
    }
  }

  private func makeStore(
    _ program: EffectProgram<String>,
    _ intercept: @escaping @Sendable (EffectAttempt) async throws -> Void
  ) -> ScriptStore<String> {
    let executor = TestExecutor()
    var options = StoreOptions(executor: executor, clock: TestClock(executor: executor))
    options.effectInterceptor = Surroundings(intercept: intercept)
    return ScriptStore(options: options) { $0 == "start" ? program : .none }
  }

  private let load = EffectProgram<String>.task(EffectOptions(id: "load")) { "loaded" }

  /// Delivers each element of a stream a second time before its own delivery.
  private final class Doubling: SendHold {
    func hold(_ send: @escaping @Sendable () -> Void, isAwaited: Bool) { send() }
    func delay(_ again: @escaping @Sendable () -> Void) async throws { again() }
    func release() {}
  }

  @Test func `a hold is asked before each element of a stream, and can deliver it a second time`() async {
    let numbers = AsyncStream { continuation in
      for number in ["1", "2"] { continuation.yield(number) }
      continuation.finish()
    }
    let store = makeStore(.stream(numbers)) { attempt in try await attempt.operate(sendingThrough: Doubling()) }
    await store.send("start").value
    #expect(store.state == ["start", "1", "1", "2", "2"])
  }

  @Test func `an interceptor gets each attempt of each effect, inside of the modifiers`() async {
    let attempts = Counter()
    let names = Mutex<Set<EffectID?>>([])
    let store = makeStore(load.retry(RetryPolicy(attempts: 3, delay: .zero))) { attempt in
      attempts.add()
      names.withLock { _ = $0.insert(attempt.effect.id) }
      if attempts.value < 3 { throw NoNetwork() }
      try await attempt.operate()
    }
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "loaded"])
    #expect(attempts.value == 3)
    #expect(names.withLock { $0 } == ["load"])
  }

  @Test func `an attempt that is not made sends nothing, and one that answers again sends each time`() async {
    let none = makeStore(load) { _ in }
    none.send("start")
    await none.settle()
    #expect(none.state == ["start"])
    #expect(none.runningTaskCount == 0)

    let twice = makeStore(load) { attempt in
      attempt.answerAgain()
      try await attempt.operate()
      attempt.answerAgain()
    }
    twice.send("start")
    await twice.settle()
    #expect(twice.state == ["start", "loaded", "loaded"])
  }

  @Test func `what a mapped effect answers again is mapped once`() async {
    let count = EffectProgram<Int>.task { 1 }
    let store = makeStore(count.map { $0 + 1 }.map { "\($0)" }) { attempt in
      try await attempt.operate()
      attempt.answerAgain()
    }
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "2", "2"])
  }

  @Test func `what an effect sends can be held, and is released before an action that is waited for`() async {
    let held = Held()
    let sends = EffectProgram<String>.runOnMainActor { send in
      send("first")
      send("second")
      await send.perform("third")
      send("fourth")
    }
    let store = makeStore(sends) { try await $0.operate(sendingThrough: held) }
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "first", "second", "third"])
    #expect(held.count == 1)
    held.release()
    await store.settle()
    #expect(store.state == ["start", "first", "second", "third", "fourth"])
  }

  @Test func `what a mapped effect sends is held too`() async {
    let held = Held()
    let sends = EffectProgram<Int>.run { send in send(1) }.map { "\($0)" }
    let store = makeStore(sends) { try await $0.operate(sendingThrough: held) }
    store.send("start")
    await store.settle()
    #expect(store.state == ["start"])
    held.release()
    await store.settle()
    #expect(store.state == ["start", "1"])
  }

  @Test func `an attempt can cancel its effect, which sends the answer to the cancel and no error`() async {
    let store = makeStore(load.onCancel { "cancelled" }.catch { _ in .emit("failed") }) { attempt in
      attempt.cancel()
      try Task.checkCancellation()
      try await attempt.operate()
    }
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "cancelled"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func `an attempt can stop its store for good`() async {
    let store = makeStore(load) { attempt in
      await attempt.stopStore()
      try await attempt.operate()
    }
    store.send("start")
    await store.settle()
    store.send("more")
    #expect(store.state == ["start"])
    #expect(store.runtime.isStopped)
    store.runtime.start()
    store.send("more")
    #expect(store.state == ["start"])
    #expect(store.runtime.isStopped)
    // Nor after a temporary stop.
    store.runtime.stop()
    store.runtime.start()
    #expect(store.runtime.isStopped)
  }

  @Test func `the answer of a failed attempt is not repeated by the next one`() async {
    let attempts = Counter()
    let store = makeStore(load.retry(RetryPolicy(attempts: 2, delay: .zero))) { attempt in
      attempts.add()
      guard attempts.value == 1 else { return attempt.answerAgain() }
      try await attempt.operate()
      throw NoNetwork()
    }
    store.send("start")
    await store.settle()
    #expect(attempts.value == 2)
    #expect(store.state == ["start"])
  }
}
