import FeatureEngine
import Observation
import ReduxBridge
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The values at key paths, as a publisher.
@MainActor
@Suite struct KeyPathPublisherTests {
  /// A state that counts how often it is read.
  @Observable
  final class ReadState {
    var count = 0
    @ObservationIgnored var readCount = 0

    var read: Int {
      readCount += 1
      return count
    }
  }

  private struct Reading: Feature {
    typealias State = ReadState
    typealias Action = Int

    func handle() -> ActionHandler<Int, ReadState> {
      ActionHandler { _, _ in .none }
    }
  }

  /// A state that knows whether it is observed.
  @MainActor
  final class WatchedState: Observable {
    private(set) lazy var port = ObservationPort(of: self)

    var count: Int {
      port.access()
      return 0
    }
  }

  private struct Watching: Feature {
    typealias State = WatchedState
    typealias Action = Int

    func handle() -> ActionHandler<Int, WatchedState> {
      ActionHandler { _, _ in .none }
    }
  }

  private let executor = TestExecutor()

  @Test func `repeated values are not published`() {
    let store = ScriptStore(Int.self)
    var values: [Int?] = []
    let sink = store.publisher(for: \.last).sink { values.append($0) }
    for number in [1, 1, 2, 2, 1] { store.send(number) }
    #expect(values == [nil, 1, 2, 1])
    withExtendedLifetime(sink) {}
  }

  @Test func `a slow subscriber does not get its last value again, and keeps its demand`() {
    let store = ScriptStore(Int.self)
    let slow = SlowSubscriber<Int?, Never>(first: .max(1))
    store.publisher(for: \.last).subscribe(slow)
    #expect(slow.values == [nil])
    store.send(1)
    slow.request(.max(1))
    store.send(2)
    store.send(1)
    slow.request(.max(1))
    #expect(slow.values == [nil, 1])
    store.send(3)
    #expect(slow.values == [nil, 1, 3])
  }

  @Test(arguments: [[1], [2, 1]])
  func `a repeated value that waits when the store is deallocated does not delay the completion`(
    numbers: [Int]
  ) async {
    var store: ScriptStore<Int>? = ScriptStore()
    store?.send(1)
    let slow = SlowSubscriber<Int?, Never>(first: .max(1))
    store?.publisher(for: \.last).subscribe(slow)
    for number in numbers { store?.send(number) }
    store = nil
    await TestExecutor().settle()
    #expect(slow.isFinished)
    #expect(slow.values == [1])
  }

  // MARK: State that is an object

  private func makeStore(
    _ task: @escaping @MainActor (TallyState) async throws -> Void = { _ in }
  ) -> FeatureEngine.Store<Tally> {
    FeatureEngine.Store(
      initialState: TallyState(),
      feature: Tally(task: task),
      options: StoreOptions(executor: executor)
    )
  }

  @Test func `a change by an action is published at once`() {
    let store = makeStore()
    var counts: [Int] = []
    let sink = store.publisher(for: \.count).sink { counts.append($0) }
    store.send(1)
    store.send(2)
    #expect(counts == [0, 1, 3])
    withExtendedLifetime(sink) {}
  }

  @Test func `changes between actions are published as one, and the last is never missed`() async {
    let gate = Gate()
    let store = makeStore { state in
      state.count = 1
      state.count = 2
      await gate.pass()
      state.count = 3
      state.note = "not asked for"
      state.count = 4
      await untilOpen()
    }
    var counts: [Int] = []
    let sink = store.publisher(for: \.count).sink { counts.append($0) }
    store.send(0)
    await executor.settle()
    #expect(counts == [0, 2])
    gate.open()
    await executor.settle()
    #expect(counts == [0, 2, 4])
    withExtendedLifetime(sink) {}
  }

  private func untilOpen() async {
    try? await untilCancelled()
  }

  @Test func `an action sent for a change between actions is handled after it`() async {
    let store = makeStore { state in
      state.count = 10
      try await untilCancelled()
    }
    var heard: [String] = []
    let sink = store.publisher(for: \.count).sink { [store] count in
      heard.append("\(count)")
      if count == 10 { store.send(1) }
      heard.append("end at \(store.state.count)")
    }
    store.send(0)
    await executor.settle()
    #expect(heard == ["0", "end at 0", "10", "end at 10", "11", "end at 11"])
    withExtendedLifetime(sink) {}
  }

  @Test func `after a cancel changes are not followed any more`() async {
    let store = makeStore()
    let slow = SlowSubscriber<Int, Never>(first: .unlimited)
    store.publisher(for: \.count).subscribe(slow)
    store.state.count = 1
    await executor.settle()
    slow.cancel()
    store.state.count = 2
    await executor.settle()
    store.send(1)
    #expect(slow.values == [0, 1])
  }

  @Test func `changes are followed without keeping the store`() {
    var store: FeatureEngine.Store<Tally>? = makeStore()
    weak let reference = store
    let state = store?.state
    let sink = store?.publisher(for: \.count).sink { _ in }
    store = nil
    #expect(reference == nil)
    withExtendedLifetime((state, sink)) {}
  }

  @Test func `after a cancel the value is not read any more`() async {
    let store = FeatureEngine.Store(
      initialState: ReadState(),
      feature: Reading(),
      options: StoreOptions(executor: executor)
    )
    let slow = SlowSubscriber<Int, Never>(first: .unlimited)
    store.publisher(for: \.read).subscribe(slow)
    slow.cancel()
    let readCount = store.state.readCount
    for count in 1...2 {
      store.state.count = count
      await executor.settle()
    }
    #expect(store.state.readCount == readCount)
  }

  @Test func `a change of the state object that a receiver makes at once is published, too`() async {
    let executor = TestExecutor()
    let store = FeatureEngine.Store(
      initialState: ReadState(),
      feature: Reading(),
      options: StoreOptions(executor: executor)
    )
    var received: [Int] = []
    let subscription = store.publisher(for: \.count).sink { count in
      received.append(count)
      if count == 1 { store.state.count = 2 }
    }
    store.state.count = 1
    await executor.settle()
    #expect(received == [0, 1, 2])
    subscription.cancel()
  }

  @Test func `a cancel removes the observation from the state object, even if that does not change`() {
    let store = FeatureEngine.Store(initialState: WatchedState(), feature: Watching())
    let (first, second) = (SlowSubscriber<Int, Never>(first: .unlimited), SlowSubscriber<Int, Never>(first: .unlimited))
    store.publisher(for: \.count).subscribe(first)
    store.publisher(for: \.count).subscribe(second)
    first.cancel()
    #expect(store.state.port.isObserved)
    second.cancel()
    #expect(!store.state.port.isObserved)
  }

  @Test func `a deallocated store removes its observation from the state object, though a value waits`() async {
    var store: FeatureEngine.Store<Watching>? = FeatureEngine.Store(initialState: WatchedState(), feature: Watching())
    let state = store?.state
    let slow = SlowSubscriber<Int, Never>()
    store?.publisher(for: \.count).subscribe(slow)
    #expect(state?.port.isObserved == true)
    store = nil
    await executor.settle()
    #expect(state?.port.isObserved == false)
    slow.request(.max(1))
    #expect(slow.values == [0])
    #expect(slow.isFinished)
  }
}
