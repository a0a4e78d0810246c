import Foundation
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The release of listeners by an idle store, once they have ended.
@MainActor
@Suite(.serialized) struct LettingGoTests {
  /// An object whose deallocation can be waited for.
  private final class Kept: Hashable, Sendable {
    private let gate: Gate

    init(_ gate: Gate) {
      self.gate = gate
    }

    deinit {
      gate.open()
    }

    nonisolated static func == (lhs: Kept, rhs: Kept) -> Bool { lhs === rhs }
    nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private struct Observer: RuntimeObserver {
    let kept: Kept
    func receive(_ event: RuntimeEvent) {}
  }

  @Test func `a cancelled observer is released at once, even while its observation is kept`() {
    let store = ScriptStore(Int.self)
    let first = Gate()
    let second = Gate()
    // An observer that has received no event yet, and one that has received some.
    let early = store.runtime.observe(Observer(kept: Kept(first)))
    store.send(1)
    let late = store.runtime.observe(Observer(kept: Kept(second)))
    early.cancel()
    #expect(first.isOpen)
    late.cancel()
    #expect(second.isOpen)
    withExtendedLifetime((early, late)) {}
  }

  @Test func `an observer that cancels itself is released after the event`() {
    final class Leaving: RuntimeObserver {
      let kept: Kept
      let observation = Locked<StoreSubscription?>(nil)
      let received = Counter()
      init(_ kept: Kept) { self.kept = kept }
      func receive(_ event: RuntimeEvent) {
        received.add()
        observation.withLock { $0 }?.cancel()
      }
    }
    let store = ScriptStore(Int.self)
    let gate = Gate()
    var leaving: Leaving? = Leaving(Kept(gate))
    let received = leaving?.received
    if let leaving {
      let observation = store.runtime.observe(leaving)
      leaving.observation.withLock { $0 = observation }
    }
    leaving = nil
    store.send(1)
    #expect(gate.isOpen)
    store.send(2)
    #expect(received?.value == 1)
  }

  @Test func `observers are released with their store, even while their observations are kept`() {
    var store: ScriptStore<Int>? = ScriptStore()
    let gate = Gate()
    let observation = store?.runtime.observe(Observer(kept: Kept(gate)))
    store = nil
    #expect(gate.isOpen)
    withExtendedLifetime(observation) {}
  }

  @Test func `a cancelled subscription is released at once`() {
    let store = ScriptStore(Int.self)
    let states = Gate()
    let actions = Gate()
    let (first, second) = (Kept(states), Kept(actions))
    let subscriptions = [
      store.subscribe { [first] _ in withExtendedLifetime(first) {} },
      store.runtime.subscribe(toActions: { [second] _ in withExtendedLifetime(second) {} }),
    ]
    _ = consume first
    _ = consume second
    #expect(!states.isOpen && !actions.isOpen)
    for subscription in subscriptions { subscription.cancel() }
    #expect(states.isOpen && actions.isOpen)
  }

  @Test func `a list keeps no more cancelled subscriptions than active ones`() {
    let list = StoreSubscribers<Int>()
    let living = (0..<10).map { _ in list.add { _ in } }
    for _ in 0..<1_000 { list.add { _ in }.cancel() }
    #expect(list.count < 20)
    for subscription in living { subscription.cancel() }
    #expect(list.count == 0)
  }

  @MainActor
  private final class Subscriptions {
    var all: [StoreSubscription] = []
  }

  @Test func `the remaining subscribers receive all values in order, whichever are cancelled meanwhile`() {
    let list = StoreSubscribers<Int>()
    var heard: [String] = []
    let others = Subscriptions()
    for number in 0..<8 {
      others.all.append(
        list.add { [list] value in
          heard.append("\(number):\(value)")
          // Subscribers before and after this one, which the list releases during the delivery.
          if number == 3, value == 1 {
            for index in [0, 1, 2, 4, 5, 6] { others.all[index].cancel() }
            list.deliver(2)
          }
        }
      )
    }
    list.deliver(1)
    list.deliver(3)
    #expect(heard == ["0:1", "1:1", "2:1", "3:1", "7:1", "3:2", "7:2", "3:3", "7:3"])
  }

  private struct Pair: Sendable {
    var value = 0

    subscript(kept: Kept) -> Int { value }
  }

  /// A store for values at a key path that keeps an object.
  private final class PairStore: StoreEngine {
    let box = StateBox(Pair())
    nonisolated let runtime: Runtime<Int>

    init() {
      runtime = Runtime { [box] action in
        var pair = box.take()
        pair.value += action
        box.put(pair)
        return .none
      }
    }

    var state: Pair { box.value }

    func subscribe(_ receive: @escaping @MainActor (Pair) -> Void) -> StoreSubscription { box.subscribe(receive) }
  }

  @Test func `values that are no longer read are released while the store is idle`() async {
    let store = PairStore()
    let gate = Gate()
    var values: AsyncStream<Int>? = store.values(of: \.[Kept(gate)])
    var iterator = values?.makeAsyncIterator()
    #expect(await iterator?.next(isolation: MainActor.shared) == 0)
    #expect(!gate.isOpen)
    iterator = nil
    values = nil
    await gate.pass()
  }

  @Test func `values whose reader is cancelled are released while the store is idle`() async {
    let store = PairStore()
    let gate = Gate()
    let begun = Gate()
    let reader = Task { [values = store.values(of: \.[Kept(gate)])] in
      for await _ in values { begun.open() }
    }
    await begun.pass()
    reader.cancel()
    await reader.value
    await gate.pass()
  }

  @Test func `states and actions that are no longer read are released at once`() {
    let gates = [Gate(), Gate()]
    let store = NotedStore(gates)
    var states: AsyncStream<Int>? = store.states
    var actions: AsyncStream<Int>? = store.actions
    #expect(states != nil && actions != nil)
    #expect(store.runtime.readerCount == 1)
    states = nil
    #expect(gates[0].isOpen)
    actions = nil
    #expect(store.runtime.readerCount == 0)
  }

  /// A store that opens a gate when the subscription to its states is released.
  private final class NotedStore: StoreEngine {
    let box = StateBox(0)
    nonisolated let runtime: Runtime<Int>
    private let gates: [Gate]

    init(_ gates: [Gate]) {
      runtime = Runtime { _ in .none }
      self.gates = gates
    }

    var state: Int { box.value }

    func subscribe(_ receive: @escaping @MainActor (Int) -> Void) -> StoreSubscription {
      let kept = Kept(gates[0])
      return box.subscribe { state in withExtendedLifetime(kept) { receive(state) } }
    }
  }

  @Test func `values that are delivered inside a subscriber cost the same, however many wait`() async {
    // In a process of its own, where the processor works for nothing else.
    await #expect(processExitsWith: .success) { await LettingGoTests.compareVolumes() }
  }

  private static func compareVolumes() {
    // Eight times as many take eight times as long, or sixty-four times if each value moves those before it.
    let (few, many) = (processorTime(ofValues: 100_000), processorTime(ofValues: 800_000))
    #expect(many < few * 24, "\(few), \(many)")
  }

  @Test func `many subscriptions can be cancelled efficiently in any order`() async {
    await #expect(processExitsWith: .success) {
      let (few, many) = await (
        LettingGoTests.processorTime(ofCancels: 4_000), LettingGoTests.processorTime(ofCancels: 32_000)
      )
      #expect(many < few * 24, "\(few), \(many)")
    }
  }

  /// Cancels a number of subscriptions, the last one first.
  private static func processorTime(ofCancels count: Int) -> Double {
    let list = StoreSubscribers<Int>()
    let subscriptions = (0..<count).map { _ in list.add { _ in } }
    let start = clock()
    for subscription in subscriptions.reversed() { subscription.cancel() }
    #expect(list.isEmpty)
    return Double(clock() - start)
  }

  /// Delivers a number of values inside a subscriber.
  private static func processorTime(ofValues count: Int) -> Double {
    let list = StoreSubscribers<Int>()
    var sum = 0
    _ = list.add { [list] value in
      sum += 1
      guard value == 0 else { return }
      for other in 1..<count { list.deliver(other) }
    }
    let start = clock()
    list.deliver(0)
    #expect(sum == count)
    return Double(clock() - start)
  }
}
