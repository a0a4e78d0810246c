import Dispatch
import ElmEngine
import FeatureEngine
import Foundation
import ReduxBridge
import StoreSimulation
import Testing
import _StoreTestSupport

/// The properties of all states, and of the last one.
@MainActor
@Suite struct TestBenchPropertyTests {
  private func makeStore(_ bench: TestBench) -> ElmEngine.Store<[Int], Int> {
    ElmEngine.Store(initialState: [], options: bench.options) { (items: inout [Int], item: Int) in
      items.append(item)
      return item == 3 ? .task { 4 } : .none
    }
  }

  @Test func `the first action that breaks a property is reported`() async throws {
    let bench = TestBench()
    let store = makeStore(bench)
    bench.always(store, "at most two items") { $0.count <= 2 }
    for item in 1...4 { store.send(item) }
    let broken = try #require(bench.brokenProperty)
    #expect(
      broken.description == """
        'at most two items' was broken by the action 3, at 0ms. The state was:
        [
          [0]: 1,
          [1]: 2,
          [2]: 3
        ]
        """
    )
    await #expect(throws: broken) { try await bench.finish() }
  }

  @Test func `a property of the end is checked each time that all is quiet`() async throws {
    let bench = TestBench()
    let store = makeStore(bench)
    bench.finally(store, "at most one item") { $0.count <= 1 }
    store.send(1)
    try await bench.finish()
    store.send(2)
    let broken = await #expect(throws: BrokenProperty.self) { try await bench.finish() }
    #expect(broken?.property == "at most one item")
  }

  @Test func `a property is checked after the actions of effects, and in the initial state`() async {
    let bench = TestBench()
    let store = makeStore(bench)
    bench.always(store, "no four") { !$0.contains(4) }
    store.send(3)
    #expect(bench.brokenProperty == nil)
    await store.settle()
    #expect(bench.brokenProperty?.action == "4")
    bench.always(store, "empty") { $0.isEmpty }
    #expect(bench.brokenProperty?.property == "no four")
    let other = TestBench()
    other.always(makeStore(other), "not empty") { !$0.isEmpty }
    #expect(other.brokenProperty?.property == "not empty")
    #expect(other.brokenProperty?.action == nil)
  }

  struct Counting: Feature {
    @Observable
    final class State {
      var count = 0
    }

    enum Action: Sendable { case start, wait, nothing }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, _ in
        switch action {
        case .start: .run { state in state.count = 5 }
        case .wait:
          .run { state in
            state.count = 5
            try await untilCancelled()
          }
        case .nothing: .none
        }
      }
    }
  }

  @Test func `a property is checked when a task that writes without an action has ended`() async {
    let bench = TestBench()
    let store = FeatureEngine.Store(initialState: Counting.State(), feature: Counting(), options: bench.options)
    bench.always(store, "at most four") { $0.count <= 4 }
    store.send(.start)
    await store.settle()
    #expect(bench.brokenProperty?.property == "at most four")
    #expect(bench.brokenProperty?.action == nil)
  }

  @Test func `a property of the end is checked when the latest effect has ended`() async throws {
    let bench = TestBench(seed: 1, time: .latency(80...100), search: .uniform)
    let store = ElmEngine.Store<Bool, Bool>(initialState: false, options: bench.options) { isLoading, action in
      isLoading = action
      return action ? .task { false } : .none
    }
    bench.finally(store, "the spinner has gone") { !$0 }
    store.send(true)
    try await bench.finish()
    #expect(bench.clock.now.offset > .seconds(160))
  }

  @Test func `a bench is deallocated with its executor`() async {
    weak var executor: TestExecutor?
    func play() async {
      let bench = TestBench(seed: 1, time: .latency(0...2), faults: .seeded())
      let store = makeStore(bench)
      store.send(3)
      await bench.clock.runUntilIdle()
      executor = bench.executor
    }
    await play()
    #expect(executor == nil)
  }

  @Test func `a property of the end need not hold before`() async throws {
    let bench = TestBench()
    let clock = bench.clock
    let store = ElmEngine.Store<Bool, Bool>(initialState: false, options: bench.options) { isLoading, action in
      isLoading = action
      guard action else { return .none }
      return .task {
        try await clock.sleep(for: .seconds(30))
        return false
      }
    }
    bench.finally(store, "the spinner has gone") { !$0 }
    store.send(true)
    try await bench.finish()
    #expect(clock.now.offset == .seconds(30))

    bench.finally(store, "never quiet") { !$0 }
    store.send(true)
    await #expect(throws: BrokenProperty.self) { try await bench.finish(within: .seconds(29)) }
  }

  @Test(arguments: Duration.extremes)
  func `no limit of a finish crashes`(limit: Duration) async throws {
    let bench = TestBench(seed: 1, time: .exact)
    let clock = bench.clock
    let store = ElmEngine.Store<Bool, Bool>(initialState: false, options: bench.options) { isDone, action in
      isDone = action
      guard !action else { return .none }
      return .task {
        try await clock.sleep(for: .seconds(30))
        return true
      }
    }
    store.send(false)
    try await bench.finish(within: limit)
    #expect(store.state == (limit > .seconds(30)))
    #expect(clock.now.offset == (limit > .seconds(30) ? .seconds(30) : .zero))
    try await bench.finish()
  }

  @Test func `consecutive delays do not make the end come too early`() async throws {
    // A hundred elements, each a second late, and forty saves one after another.
    for count in [100, 40] {
      let bench = TestBench(seed: 1, time: .latency(0.9...1), search: .uniform)
      let store = ElmEngine.Store<Int, Int>(initialState: 0, options: bench.options) {
        (handled: inout Int, action: Int) in
        if action == 0, count == 100 {
          let (numbers, source) = AsyncStream.makeStream(of: Int.self)
          for number in 1...count { source.yield(number) }
          source.finish()
          return .program(.stream(numbers, EffectOptions(id: "numbers")))
        }
        if action == 0 { return .program(.task(EffectOptions(id: "save", policy: .queue(limit: .max))) { 1 }) }
        handled += 1
        return .none
      }
      bench.finally(store, "all has come") { $0 == count }
      for _ in 0..<(count == 100 ? 1 : count) { store.send(0) }
      try await bench.finish()
      #expect(bench.clock.now.offset > .seconds(70))
    }
  }

  @Test func `endless work ends after the limit, or after up to sixty times that if it is always late`() async throws {
    func end(_ time: SeededTime) async throws -> Duration {
      let bench = TestBench(seed: 1, time: time, search: .uniform)
      let clock = bench.clock
      let store = ElmEngine.Store<Int, Int>(initialState: 0, options: bench.options) { (ticks: inout Int, _: Int) in
        ticks += 1
        return .task {
          try await clock.sleep(for: .seconds(1))
          return 1
        }
      }
      bench.finally(store, "has ticked") { $0 > 0 }
      store.send(0)
      // Another one, which is late meanwhile.
      store.send(0)
      try await bench.finish(within: .seconds(10))
      return bench.clock.now.offset
    }
    #expect(try await end(.exact) == .seconds(10))
    let late = try await end(.latency(0...2))
    #expect((.seconds(20) ... .seconds(600)).contains(late))
    let always = try await end(.latency(100...100))
    #expect((.seconds(400) ... .seconds(600)).contains(always))
  }

  private struct Adding: FeatureType {
    let clock: TestClock

    func reduce(into state: inout [Int], action: Int) async {
      try? await clock.sleep(for: .seconds(1))
      state.append(action)
    }

    func effect(of action: Int, state: [Int]) -> EffectProgram<Int> {
      action == 1 ? .task { 2 } : .none
    }
  }

  @Test func `a property of a store whose reduce suspends is checked after each action`() async throws {
    let bench = TestBench()
    let store = ReduxBridge.Store(feature: Adding(clock: bench.clock), initialState: [], options: bench.options)
    bench.always(store, "no two") { !$0.contains(2) }
    store.send(1)
    await bench.clock.runUntilIdle()
    let broken = try #require(bench.brokenProperty)
    #expect(broken.action == "2")
    #expect(broken.time == .seconds(2))
    #expect(broken.state.contains("[1]: 2"))
  }

  /// An observer that stops the delivery of events while it is notified of a cancelled effect.
  private struct DeliveryStop: RuntimeObserver {
    let begins = DispatchSemaphore(value: 0)
    let ends = DispatchSemaphore(value: 0)

    func receive(_ event: RuntimeEvent) {
      guard case .effectEnded(_, .cancelled) = event.kind else { return }
      begins.signal()
      ends.wait()
    }

    /// Runs a function on the caller's thread while another one, which cancels, delivers the events.
    func duringDelivery(by handle: SendHandle, _ body: () -> Void) {
      Thread.detachNewThread { @Sendable in handle.cancel() }
      begins.wait()
      body()
      ends.signal()
    }
  }

  // The state was read in a later turn of the main actor, after both actions.
  @Test func `a property is checked at once while another thread delivers events`() async throws {
    let bench = TestBench()
    let store = ElmEngine.Store<Int, Int>(initialState: 0, options: bench.options) { state, action in
      action == 0 ? (state, .task { 0 }) : (action, .none)
    }
    bench.always(store, "less than two") { $0 < 2 }
    let stop = DeliveryStop()
    store.runtime.observe(stop)
    stop.duringDelivery(by: store.send(0)) {
      store.send(2)
      store.send(1)
    }
    await store.settle()
    #expect(bench.brokenProperty?.action == "2")
  }

  /// A store whose running task has broken a property.
  private func storeWithBrokenProperty(on bench: TestBench) async -> FeatureEngine.Store<Counting> {
    let store = FeatureEngine.Store(initialState: Counting.State(), feature: Counting(), options: bench.options)
    bench.always(store, "at most four") { $0.count <= 4 }
    store.send(.wait)
    await store.settle()
    return store
  }

  @Test func `what a cancelled task has written is checked at the end`() async {
    let bench = TestBench()
    let store = await storeWithBrokenProperty(on: bench)
    store.cancel(.all)
    await store.settle()
    let broken = await #expect(throws: BrokenProperty.self) { try await bench.finish() }
    #expect(broken?.property == "at most four")
    #expect(broken?.action == nil)
  }

  @Test func `an action is not blamed for what a running task wrote before it`() async {
    let bench = TestBench()
    let store = await storeWithBrokenProperty(on: bench)
    store.send(.nothing)
    #expect(bench.brokenProperty?.property == "at most four")
    #expect(bench.brokenProperty?.action == nil)
  }

  @Test(arguments: [false, true])
  func `a store without the bench's options stops the program at the caller's line`(isFinal: Bool) async {
    // Inside the macro, all lines are its own.
    let line = isFinal ? #line + 8 : #line + 3
    let result =
      !isFinal
      ? await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          TestBench().always(ScriptStore(Int.self), "nothing") { $0.isEmpty }
        }
      }
      : await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          TestBench().finally(ScriptStore(Int.self), "nothing") { $0.isEmpty }
        }
      }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("\(#fileID):\(line): "))
    #expect(text.contains("A bench was asked to check a store that was not made with its options."))
    #expect(text.contains("Make the store with 'bench.options'."))
  }
}
