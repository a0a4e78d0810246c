import ElmEngine
import ReduxBridge
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Publishers as sources of actions.
@MainActor
@Suite struct SubscribingTests {
  private struct Failure: Error {}

  private let executor = TestExecutor()
  private let log = EventLog()

  private var options: StoreOptions {
    StoreOptions(
      executor: executor,
      observers: [log]
    )
  }

  private func makeStore(
    script: @escaping @MainActor (Int) -> EffectProgram<Int> = { _ in .none }
  ) -> ScriptStore<Int> {
    ScriptStore(options: options, script: script)
  }

  @Test(arguments: [false, true])
  func `a subscription of a stopped store is refused, and reported`(answersFailures: Bool) {
    let store = makeStore()
    store.runtime.stop()
    let options = EffectOptions(id: "publisher")
    if answersFailures {
      store.subscribe(to: Fail<Int, Failure>(error: Failure()), options: options) {
        $0
      } failure: { _ in
        0
      }
    } else {
      store.subscribe(to: [1].publisher, options: options) { $0 }
    }
    #expect(log.events == ["refused publisher: stoppedStore"])
  }

  @Test func `a subscription names the line of its call, though it answers failures`() async {
    let store = makeStore()
    let line = #line + 1
    store.subscribe(to: PassthroughSubject<Int, Failure>(), action: { $0 }, failure: { _ in 0 })
    let origins = store.runtime.runningEffects.map(\.origin)
    #expect(origins.count == 1)
    #expect(origins.first?.hasSuffix("\(#fileID):\(line)") == true, "\(origins)")
    store.cancel(.all)
    await store.settle()
  }

  // MARK: Elements

  @Test func `each element is an action, in order, and a finished subscription is no effect any more`() async {
    let store = makeStore()
    let handle = store.subscribe(to: (1...1_000).publisher, options: EffectOptions(id: "numbers")) { -$0 }
    #expect(store.isTaskRunning(id: "numbers"))
    await store.settle()
    #expect(store.state == (1...1_000).map { -$0 })
    #expect(!store.isTaskRunning(id: "numbers"))
    #expect(handle.isFinished)
  }

  @Test func `no value published after the call is missed`() async {
    let store = makeStore()
    let subject = PassthroughSubject<Int, Never>()
    store.subscribe(to: subject) { $0 }
    for number in 1...200 { subject.send(number) }
    await store.settle()
    #expect(store.state == Array(1...200))
  }

  @Test func `no value published after the action whose effect subscribes is missed`() async {
    let subject = PassthroughSubject<Int, Never>()
    let store = makeStore { $0 == 0 ? .publisher(subject) : .none }
    store.send(0)
    subject.send(1)
    await store.settle()
    subject.send(2)
    await store.settle()
    #expect(store.state == [0, 1, 2])
  }

  @Test func `no value published while a reduce is suspended is missed, though the effect starts later`() async {
    let gate = Gate()
    let store = ReduxBridge.Store(
      feature: Script { state, action in
        if action == "slow" { await gate.pass() }
        state.append(action)
      },
      initialState: [],
      options: options
    )
    let subject = PassthroughSubject<String, Never>()
    store.send(action: "slow")
    store.subscribe(to: subject, options: EffectOptions(id: "subject")) { $0 }
    subject.send("published")
    // Handled in order, after the reduce.
    #expect(!store.isTaskRunning(id: "subject"))
    gate.open()
    await store.settle()
    #expect(store.state == ["slow", "published"])
    #expect(store.isTaskRunning(id: "subject"))
  }

  @Test func `no more is requested of a publisher than the store takes`() async {
    let gate = Gate()
    let store = SuspendingStore(options: options) { (_: Int) in
      await gate.pass()
      return .none
    }
    let asked = Locked(0)
    let publisher = ManualPublisher<Int, Never> { publisher, demand in
      asked.withLock { $0 += demand.max ?? 0 }
      for number in 0..<(demand.max ?? 0) { publisher.send(number) }
    }
    store.subscribe(to: publisher, options: EffectOptions(id: "numbers"), demand: .max(10)) { $0 }
    await gate.waitForArrivals(1)
    await executor.settle()
    // The actions that wait for the store, and the elements that wait for those.
    let count = asked.withLock { $0 }
    #expect(count > StreamLimits.capacity)
    #expect(count <= StreamLimits.capacity + 10 + 5)
    store.cancel(.id("numbers"))
    gate.open()
    await store.settle()
    #expect(store.state == [0])
  }

  // MARK: The registry

  @Test func `a subscription cancelled by its name sends nothing more, and cancels its publisher`() async {
    let store = makeStore()
    let publisher = ManualPublisher<Int, Never>()
    store.subscribe(to: publisher, options: EffectOptions(id: "numbers")) { $0 }
    publisher.send(1)
    await store.settle()
    store.cancel(.id("numbers"))
    #expect(publisher.record.cancels == 1)
    publisher.send(2)
    await store.settle()
    #expect(store.state == [1])
    #expect(publisher.record.isOnMainActor)
  }

  @Test func `a subscription cancelled before it has begun cancels its publisher, too`() async {
    let store = makeStore()
    let publisher = ManualPublisher<Int, Never>()
    let handle = store.subscribe(to: publisher) { $0 }
    publisher.send(1)
    handle.cancel()
    await store.settle()
    await executor.settle()
    #expect(publisher.record.cancels == 1)
    #expect(store.state.isEmpty)
  }

  @Test func `a newer subscription of the same name replaces it`() async {
    let store = makeStore()
    let first = ManualPublisher<Int, Never>()
    let second = ManualPublisher<Int, Never>()
    store.subscribe(to: first, options: EffectOptions(id: "numbers")) { $0 }
    await store.settle()
    store.subscribe(to: second, options: EffectOptions(id: "numbers")) { $0 }
    #expect(first.record.cancels == 1)
    first.send(1)
    second.send(2)
    await store.settle()
    #expect(store.state == [2])
    #expect(store.runningTaskCount == 1)
  }

  @Test func `a refused subscription cancels its publisher, and a queued one keeps its values`() async {
    let store = makeStore()
    let running = ManualPublisher<Int, Never>()
    let refused = ManualPublisher<Int, Never>()
    let queued = ManualPublisher<Int, Never>()
    store.subscribe(to: running, options: EffectOptions(id: "numbers")) { $0 }
    store.subscribe(to: refused, options: EffectOptions(id: "numbers", policy: .keepRunning)) { $0 }
    store.subscribe(to: queued, options: EffectOptions(id: "numbers", policy: .queue(limit: 1))) { $0 }
    #expect(refused.record.cancels == 1)
    #expect(queued.record.cancels == 0)
    queued.send(2)
    running.send(1)
    await store.settle()
    #expect(store.state == [1])
    running.send(completion: .finished)
    await store.settle()
    #expect(store.state == [1, 2])
  }

  @Test func `a deallocated store cancels its subscriptions`() async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let publisher = ManualPublisher<Int, Never>(onCancel: { end.finish() })
    var store: ScriptStore<Int>? = makeStore()
    store?.subscribe(to: publisher) { $0 }
    await store?.settle()
    store = nil
    for await _ in ends {}
    #expect(publisher.record.cancels == 1)
  }

  @Test func `two stores that subscribe to each other keep neither`() async {
    var first: ScriptStore<Int>? = makeStore()
    var second: ScriptStore<Int>? = makeStore()
    if let first, let second {
      first.subscribe(to: second.publisher(for: \.count)) { $0 }
      second.subscribe(to: first.publisher(for: \.last)) { $0 ?? 0 }
    }
    weak let one = first
    weak let other = second
    first = nil
    second = nil
    #expect(one == nil)
    #expect(other == nil)
  }

  // MARK: Failures

  @Test func `a failure becomes an action if it is mapped to one, or goes to the store's hook`() async {
    let failures = Locked<[String]>([])
    let store = ScriptStore<Int>(
      options: StoreOptions(executor: executor, onError: { error, _ in failures.withLock { $0.append("\(error)") } })
    )
    store.subscribe(to: Fail<Int, Failure>(error: Failure()), action: { $0 }, failure: { _ in -1 })
    await store.settle()
    #expect(store.state == [-1])
    #expect(failures.withLock { $0 }.isEmpty)
    store.subscribe(to: Fail<Int, Failure>(error: Failure())) { $0 }
    await store.settle()
    #expect(store.state == [-1])
    #expect(failures.withLock { $0 } == ["Failure()"])
  }

  @Test func `a policy limits the subscriptions of elements, but only the forwarding of publishers`() async {
    let (publisherCount, elementsCount, repeatableCount) = (Counter(), Counter(), Counter())
    func requests(_ count: Counter) -> AnyPublisher<Int, Never> {
      Deferred {
        count.add()
        return PassthroughSubject<Int, Never>()
      }
      .eraseToAnyPublisher()
    }
    let store = makeStore()
    for _ in 1...3 {
      store.launch(.publisher(requests(publisherCount), EffectOptions(id: "publisher", policy: .keepRunning)))
      store.launch(.stream(requests(elementsCount).elements(), EffectOptions(id: "elements", policy: .keepRunning)))
      let elements = requests(repeatableCount).elements()
      store.launch(.stream(EffectOptions(id: "repeatable", policy: .keepRunning)) { elements })
    }
    await store.settle()
    #expect(publisherCount.value == 3)
    #expect(elementsCount.value == 1)
    #expect(repeatableCount.value == 1)
    store.cancel(.all)
  }

  @Test func `a debounced publisher misses the values that are published while it waits`() async {
    let clock = TestClock(executor: executor)
    let store = ScriptStore<Int>(options: StoreOptions(executor: executor, clock: clock))
    let subject = PassthroughSubject<Int, Never>()
    store.launch(EffectProgram<Int>.publisher(subject).debounce(id: "late", for: .seconds(1)))
    subject.send(1)
    await clock.advance(by: .seconds(1))
    subject.send(2)
    await store.settle()
    #expect(store.state == [2])
    store.cancel(.all)
  }

  @Test func `a failure that nothing handles names the line of the subscription`() async {
    let log = RecordedLog()
    let store = ScriptStore<Int>(options: StoreOptions(executor: executor, logger: log.logger))
    let line = #line + 1
    store.subscribe(to: Fail<Int, Failure>(error: Failure())) { $0 }
    await store.settle()
    #expect(log.entries.map { "\($0.message)" }.first?.contains("at \(#fileID):\(line).") == true)
  }

  @Test func `a failure of a publisher effect is caught like any other, and a retry subscribes again`() async {
    let attempts = Locked(0)
    let store = makeStore { action in
      guard action == 0 else { return .none }
      let publisher = Deferred {
        let attempt = attempts.withLock { attempts in
          attempts += 1
          return attempts
        }
        return [attempt].publisher.setFailureType(to: Failure.self).append(Fail(error: Failure()))
      }
      return .publisher(publisher)
        .retry(RetryPolicy(attempts: 3, delay: .zero))
        .catch { _ in .emit(-1) }
    }
    store.send(0)
    await store.settle()
    #expect(store.state == [0, 1, 2, 3, -1])
  }

  // MARK: Between engines

  @Test func `an engine's own stream effect takes the elements of a publisher`() async {
    let subject = CurrentValueSubject<Int, Never>(1)
    let elements = subject.elements()
    let store = ElmEngine.Store<Int, Int>(initialState: 0, options: options) { state, action in
      action == 0 ? (state, .stream(elements, id: "subject")) : (state + action, .none)
    }
    store.send(0)
    await store.settle()
    subject.send(2)
    await store.settle()
    #expect(store.state == 3)
    #expect(store.isTaskRunning(id: "subject"))
  }

  @Test func `a pipeline carries each value from one store into another, in order`() async {
    let source = makeStore()
    let target = makeStore()
    target.subscribe(to: source.publisher(for: \.count).filter { !$0.isMultiple(of: 3) }) { $0 }
    for number in 0..<100 { source.send(number) }
    await target.settle()
    #expect(target.state == (1...100).filter { !$0.isMultiple(of: 3) })
  }
}
