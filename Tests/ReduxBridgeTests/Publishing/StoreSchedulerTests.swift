import CombineShim
import ReduxBridge
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The scheduler of a store, under the operators that take time.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct StoreSchedulerTests {
  private let executor = TestExecutor()
  private let clock: TestClock
  private let subject = PassthroughSubject<Int, Never>()

  init() {
    clock = TestClock(executor: executor)
  }

  private func makeStore() -> ScriptStore<Int> {
    ScriptStore(options: StoreOptions(executor: executor, clock: clock)) { _ in .none }
  }

  /// Sends what a publisher delivers, with the time in tenths of a second, to the store.
  private func record(_ publisher: some Publisher<Int, Never>, in store: ScriptStore<Int>) -> AnyCancellable {
    let clock = clock
    return publisher.sink { [weak store] in
      MainActor.assertIsolated()
      store?.send($0 * 100 + Int(clock.now.offset / .milliseconds(100)))
    }
  }

  @Test func `a debounce waits on the store's clock`() async {
    let store = makeStore()
    let subscription = record(subject.debounce(for: .milliseconds(300), scheduler: store.scheduler), in: store)
    subject.send(1)
    await clock.advance(by: .milliseconds(200))
    subject.send(2)
    await clock.advance(by: .milliseconds(200))
    #expect(store.state.isEmpty)
    await clock.advance(by: .milliseconds(100))
    #expect(store.state == [205])
    await clock.advance(by: .seconds(10))
    #expect(store.state == [205])
    subscription.cancel()
  }

  @Test func `a delay, a throttle and a timeout wait on the store's clock`() async {
    let store = makeStore()
    let scheduler = store.scheduler
    var ends = 0
    let subscriptions = [
      record(subject.delay(for: .milliseconds(500), scheduler: scheduler), in: store),
      record(subject.map { $0 + 10 }.throttle(for: .seconds(1), scheduler: scheduler, latest: true), in: store),
      subject.timeout(.seconds(3), scheduler: scheduler).handleEvents(receiveCompletion: { _ in ends += 1 }).sink { _ in
      },
    ]
    await store.settle()
    subject.send(1)
    subject.send(2)
    await clock.advance(by: .seconds(2))
    #expect(store.state.filter { $0 < 1000 } == [105, 205])
    #expect(store.state.last { $0 > 1000 }.map { $0 / 100 } == 12)
    #expect(ends == 0)
    await clock.advance(by: .seconds(2))
    #expect(ends == 1)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test(arguments: [nil, 1, 2, 3] as [UInt64?])
  func `values keep their order, and a settling follows them through every operator`(seed: UInt64?) async {
    let executor = seed.map { TestExecutor(seed: $0) } ?? TestExecutor()
    let store = ScriptStore(Int.self, options: StoreOptions(executor: executor, clock: TestClock(executor: executor)))
    let scheduler = store.scheduler
    var publisher = subject.eraseToAnyPublisher()
    for _ in 1...10 { publisher = publisher.receive(on: scheduler).eraseToAnyPublisher() }
    let subscription = publisher.sink { [weak store] in store?.send($0) }
    await store.settle()
    for number in 1...20 { subject.send(number) }
    await store.settle()
    #expect(store.state == Array(1...20))
    subscription.cancel()
  }

  @Test func `a store without a test's clock schedules on the system's`() async {
    let store = ScriptStore(Int.self)
    let values = AsyncStream.makeStream(of: Int.self)
    let subscription = subject.delay(for: .milliseconds(1), scheduler: store.scheduler).sink {
      values.continuation.yield($0)
    }
    subject.send(1)
    for await value in values.stream {
      #expect(value == 1)
      break
    }
    subscription.cancel()
  }

  @Test func `actions can be scheduled from any thread, and run on the main actor`() async {
    let store = makeStore()
    let scheduler = store.scheduler
    let count = Counter()
    await Task.detached {
      for _ in 0..<3 {
        scheduler.schedule {
          MainActor.assertIsolated()
          count.add()
        }
        scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) {
          MainActor.assertIsolated()
          count.add()
        }
      }
    }.value
    await store.settle()
    #expect(count.value == 3)
    await clock.advance(by: .seconds(1))
    #expect(count.value == 6)
  }

  @Test func `a repeated action comes at its times until it is cancelled, and skips those that were missed`() async {
    let store = makeStore()
    let scheduler = store.scheduler
    var times: [Int] = []
    let clock = clock
    let repeated = scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1)), interval: .seconds(2)) {
      times.append(Int(clock.now.offset / .seconds(1)))
    }
    await clock.advance(by: .seconds(4))
    #expect(times == [1, 3])
    await clock.jump(by: .seconds(6))
    #expect(times == [1, 3, 10])
    await clock.advance(by: .seconds(1))
    #expect(times == [1, 3, 10, 11])
    repeated.cancel()
    #expect(clock.deadlines.isEmpty)
    await clock.advance(by: .seconds(10))
    #expect(times == [1, 3, 10, 11])
  }

  @Test func `an action that is cancelled after the clock has woken it does not run`() async {
    let store = makeStore()
    let scheduler = store.scheduler
    let count = Counter()
    let first = Locked<(any Cancellable & Sendable)?>(nil)
    let date = scheduler.now.advanced(by: .seconds(1))
    // The earlier one of the same time cancels the later one.
    scheduler.schedule(after: date) { first.withLock { $0 }?.cancel() }
    let second = scheduler.schedule(after: date, interval: .seconds(1)) { count.add() }
    first.withLock { $0 = Cancelled(second) }
    await clock.jump(by: .seconds(1))
    await clock.advance(by: .seconds(5))
    #expect(count.value == 0)
  }

  @Test func `a scheduler does not keep its store, and what is scheduled is dropped and released with it`() async {
    var store: ScriptStore<Int>? = makeStore()
    let scheduler = store?.scheduler
    let count = Counter()
    final class Kept: Sendable {}
    weak var kept: Kept?
    func schedule() {
      let new = Kept()
      kept = new
      scheduler?.schedule { withExtendedLifetime(new) { count.add() } }
      scheduler?.schedule(after: scheduler?.now.advanced(by: 1) ?? .init(offset: .zero)) {
        withExtendedLifetime(new) { count.add() }
      }
    }
    schedule()
    #expect(kept != nil)
    weak let weakStore = store
    store = nil
    #expect(weakStore == nil)
    #expect(clock.deadlines.isEmpty)
    schedule()
    await executor.settle()
    await clock.advance(by: .seconds(2))
    #expect(count.value == 0)
    #expect(kept == nil)
  }

  @Test func `distances are durations`() {
    typealias Stride = StoreScheduler.SchedulerTimeType.Stride
    #expect(Stride.seconds(1.5) == .milliseconds(1_500))
    #expect(Stride.microseconds(2) == .nanoseconds(2_000))
    #expect(Stride.seconds(2) + 1 - 4 == -1)
    #expect((-Stride.seconds(1)).magnitude == 1)
    #expect(Stride.milliseconds(500) * 3 == .milliseconds(1_500))
    #expect(Stride(exactly: UInt64.max) == nil)
    #expect(Stride(exactly: 3) == .seconds(3))
    let time = StoreScheduler.SchedulerTimeType(offset: .seconds(1))
    #expect(time.distance(to: time.advanced(by: 2)) == 2)
    #expect(time < time.advanced(by: .nanoseconds(1)))
  }
}

/// What cancels an action, for use on the main actor.
// Unchecked: it is called on the main actor, and made for any thread.
private final class Cancelled: Cancellable, @unchecked Sendable {
  private let cancellable: any Cancellable

  init(_ cancellable: any Cancellable) {
    self.cancellable = cancellable
  }

  func cancel() { cancellable.cancel() }
}
