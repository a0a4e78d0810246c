import Dispatch
import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreTesting
import Testing
import _StoreTestSupport

/// The states of stores, as a publisher.
@MainActor
@Suite struct StorePublisherTests {
  private typealias Slow<Input> = SlowSubscriber<Input, Never>

  private let store = ScriptStore(Int.self)

  // MARK: Order

  @Test func `the current state comes first, then each later one, and none twice`() {
    store.send(1)
    var states: [[Int]] = []
    let sink = store.publisher.sink { states.append($0) }
    #expect(states == [[1]])
    store.send(2)
    store.send(3)
    #expect(states == [[1], [1, 2], [1, 2, 3]])
    withExtendedLifetime(sink) {}
  }

  @Test func `the stores of all engines publish`() async {
    let elm = ElmEngine.Store<Int, Int>(initialState: 0) { state, action in (state + action, .none) }
    let host = EffectHost<Int, Int, Void>(state: 0, initialEvent: nil) { state, event in
      state += event
      return nil
    }
    let redux = ReduxBridge.Store(feature: Script(), initialState: [])
    let feature = FeatureEngine.Store(initialState: TallyState(), feature: Tally())
    var counts: [String: [Int]] = [:]
    let sinks = [
      elm.publisher.sink { counts["elm", default: []].append($0) },
      host.publisher.sink { counts["effectview", default: []].append($0) },
      redux.publisher.sink { counts["redux", default: []].append($0.count) },
      feature.publisher.sink { counts["feature", default: []].append($0.count) },
    ]
    elm.send(1)
    host.send(1)
    redux.send("a")
    feature.send(1)
    #expect(counts == ["elm": [0, 1], "effectview": [0, 1], "redux": [0, 1], "feature": [0, 1]])
    withExtendedLifetime(sinks) {}
  }

  @Test func `actions that a sink sends are handled after the value, and all sinks see one order`() {
    var heard: [String] = []
    let first = store.publisher.dropFirst().sink { [store] state in
      heard.append("first \(state)")
      if state.count < 3 { store.send(state.count + 1) }
      heard.append("first goes on")
    }
    let second = store.publisher.dropFirst().sink { heard.append("second \($0)") }
    store.send(1)
    #expect(
      heard == [
        "first [1]", "first goes on", "second [1]",
        "first [1, 2]", "first goes on", "second [1, 2]",
        "first [1, 2, 3]", "first goes on", "second [1, 2, 3]",
      ]
    )
    withExtendedLifetime((first, second)) {}
  }

  @Test func `actions that a sink sends in its first value are handled after it, too`() {
    var heard: [String] = []
    let sink = store.publisher.sink { [store] state in
      heard.append("\(state)")
      if state.isEmpty {
        store.send(1)
        store.send(2)
        heard.append("goes on with \(store.state)")
      }
    }
    #expect(heard == ["[]", "goes on with []", "[1]", "[1, 2]"])
    withExtendedLifetime(sink) {}
  }

  @Test func `a sink that sends an action for each value is stopped like any endless chain`() {
    let issues = IssueLog()
    let store = ScriptStore(Int.self, options: StoreOptions(onIssue: issues.record, chainLimit: 10))
    let sink = store.publisher.sink { [store] in store.send($0.count) }
    #expect(issues.all.count == 1)
    #expect(store.state.count == 10)
    withExtendedLifetime(sink) {}
  }

  @Test func `a sink on a scheduler may send an action for each value, one turn each`() async {
    let issues = IssueLog()
    let store = ScriptStore(Int.self, options: StoreOptions(onIssue: issues.record, chainLimit: 10))
    var sink: AnyCancellable?
    await withCheckedContinuation { continuation in
      sink = store.publisher.receive(on: DispatchQueue.main.ocombine).sink { [store] state in
        if state.count == 50 { return continuation.resume() }
        store.send(state.count)
      }
    }
    #expect(issues.all.isEmpty)
    withExtendedLifetime(sink) {}
  }

  @Test func `a sink that writes the state gets the one it wrote after the one it has`() {
    let host = EffectHost<Int, Int, Void>(state: 0, initialEvent: nil) { state, event in
      state += event
      return nil
    }
    var heard: [String] = []
    let sink = host.publisher.sink { state in
      heard.append("\(state)")
      if state.isMultiple(of: 10) { host.state = state + 1 }
      heard.append("end")
    }
    host.send(9)
    #expect(heard == ["0", "end", "1", "end", "10", "end", "11", "end"])
    withExtendedLifetime(sink) {}
  }

  @Test func `a subscriber added while a state is delivered gets it once`() {
    var late: [[Int]] = []
    var sinks: [AnyCancellable] = []
    sinks.append(
      store.publisher.dropFirst().prefix(1).sink { [store] _ in
        sinks.append(store.publisher.sink { late.append($0) })
      }
    )
    store.send(1)
    store.send(2)
    #expect(late == [[1], [1, 2]])
  }

  @Test func `a subscriber added while a newer state waits to be delivered gets that one, once`() {
    let host = EffectHost<Int, Int, Void>(state: 0, initialEvent: nil) { state, event in
      state += event
      return nil
    }
    var late: [Int] = []
    var sinks: [AnyCancellable] = []
    host.subscribe { state in
      guard state == 1 else { return }
      host.state = 2
      sinks.append(host.publisher.sink { late.append($0) })
    }
    host.send(1)
    host.send(1)
    #expect(late == [2, 3])
  }

  // MARK: Demand

  @Test func `a slow subscriber gets as many states as it requests, and the newest of those between`() {
    let slow = Slow<[Int]>(first: .max(2))
    store.publisher.subscribe(slow)
    for number in 1...5 { store.send(number) }
    #expect(slow.values == [[], [1]])
    slow.request(.max(1))
    #expect(slow.values == [[], [1], [1, 2, 3, 4, 5]])
    slow.request(.max(1))
    #expect(slow.values.count == 3)
    store.send(6)
    #expect(slow.values.last == [1, 2, 3, 4, 5, 6])
  }

  @Test func `nothing is delivered before it is requested`() {
    let slow = Slow<[Int]>()
    store.publisher.subscribe(slow)
    store.send(1)
    #expect(slow.values.isEmpty)
    slow.request(.unlimited)
    store.send(2)
    #expect(slow.values == [[1], [1, 2]])
  }

  @Test func `a subscriber may request more by returning a demand, and inside a value`() {
    let answering = Slow<[Int]>(first: .max(1)) { $0.count < 2 ? .max(1) : .none }
    var asking: Slow<[Int]>?
    asking = Slow(first: .max(1)) { state in
      if state.count < 2 { asking?.request(.max(1)) }
      return .none
    }
    store.publisher.subscribe(answering)
    if let asking { store.publisher.subscribe(asking) }
    for number in 1...4 { store.send(number) }
    #expect(answering.values == [[], [1], [1, 2]])
    #expect(asking?.values == [[], [1], [1, 2]])
    asking = nil
  }

  @Test func `an action sent in a value that was requested late is handled after it`() {
    var heard: [String] = []
    let slow = Slow<[Int]> { [store] state in
      heard.append("\(state)")
      if state.count < 3 { store.send(0) }
      heard.append("end of \(store.state)")
      return .max(1)
    }
    store.publisher.subscribe(slow)
    store.send(0)
    slow.request(.max(1))
    #expect(heard == ["[0]", "end of [0]", "[0, 0]", "end of [0, 0]", "[0, 0, 0]", "end of [0, 0, 0]"])
  }

  // MARK: Cancelling

  @Test func `a sink that is cancelled while a state is delivered gets nothing more`() {
    var heard: [String] = []
    var second: AnyCancellable?
    let first = store.publisher.dropFirst().sink {
      heard.append("first \($0)")
      second?.cancel()
    }
    second = store.publisher.dropFirst().sink { heard.append("second \($0)") }
    store.send(1)
    store.send(2)
    #expect(heard == ["first [1]", "first [1, 2]"])
    withExtendedLifetime(first) {}
  }

  @Test func `a subscriber that cancels in a value gets nothing more, not even a value that is due`() {
    var slow: Slow<[Int]>?
    slow = Slow(first: .unlimited) { [store] state in
      store.send(1)
      slow?.cancel()
      return .unlimited
    }
    if let slow { store.publisher.subscribe(slow) }
    store.send(2)
    #expect(slow?.values == [[]])
    #expect(slow?.isFinished == false)
    slow = nil
  }

  @Test func `a cancelled subscription keeps nothing of its subscriber`() {
    final class Kept {}
    var kept: Kept? = Kept()
    weak let reference = kept
    let sink = store.publisher.sink { [kept] _ in withExtendedLifetime(kept) {} }
    kept = nil
    #expect(reference != nil)
    sink.cancel()
    #expect(reference == nil)
  }

  // MARK: The end

  @Test func `publishers keep no store, and finish when it is deallocated`() async {
    var store: ScriptStore<Int>? = ScriptStore()
    weak let reference = store
    let publishers = store.map { store in
      (store.publisher, store.publisher(for: \.count), store.actionPublisher)
    }
    let (ends, end) = AsyncStream.makeStream(of: String.self)
    var heard = 0
    let sinks = [
      publishers?.0.sink { _ in
        end.yield("states")
      } receiveValue: { _ in
        heard += 1
      },
      publishers?.1.sink { _ in
        end.yield("values")
      } receiveValue: { _ in
        heard += 1
      },
      publishers?.2.sink { _ in
        end.yield("actions")
      } receiveValue: { _ in
        heard += 1
      },
    ]
    store?.send(1)
    #expect(heard == 5)
    store = nil
    #expect(reference == nil)
    var names: Set<String> = []
    for await name in ends.prefix(3) { names.insert(name) }
    #expect(names == ["states", "values", "actions"])
    var isFinished = false
    let late = publishers?.0.sink { _ in
      isFinished = true
    } receiveValue: { _ in
      heard += 1
    }
    #expect(isFinished)
    #expect(heard == 5)
    withExtendedLifetime((sinks, late)) {}
  }

  @Test func `a store deallocated in the middle of a reduce finishes its publishers`() async {
    let gate = Gate()
    var store: ReduxBridge.Store<Script>? = ReduxBridge.Store(
      feature: Script { state, action in
        await gate.pass()
        state.append(action)
      },
      initialState: []
    )
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    var states: [[String]] = []
    let sink = store?.publisher.sink { _ in
      end.finish()
    } receiveValue: {
      states.append($0)
    }
    store?.send(action: "slow")
    await gate.waitForArrivals(1)
    store = nil
    for await _ in ends {}
    gate.open()
    #expect(states == [[]])
    withExtendedLifetime(sink) {}
  }

  @Test func `the completion comes in a later turn, not while the store is released`() async {
    var store: ScriptStore<Int>? = ScriptStore()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    var isFinished = false
    let sink = store?.publisher.sink { _ in
      isFinished = true
      end.finish()
    } receiveValue: { _ in
    }
    store = nil
    #expect(!isFinished)
    for await _ in ends {}
    #expect(isFinished)
    withExtendedLifetime(sink) {}
  }

  @Test func `a state that waits when the store is deallocated can be requested, and the completion follows`() async {
    var store: ScriptStore<Int>? = ScriptStore()
    let states = Slow<[Int]>(first: .max(1))
    let counts = Slow<Int>(first: .max(1))
    store?.publisher.subscribe(states)
    store?.publisher(for: \.count).subscribe(counts)
    for number in 1...2 { store?.send(number) }
    store = nil
    await TestExecutor().settle()
    #expect(!states.isFinished)
    states.request(.max(1))
    counts.request(.max(1))
    #expect(states.values == [[], [1, 2]])
    #expect(counts.values == [0, 2])
    #expect(states.isFinished)
    #expect(counts.isFinished)
  }

  @Test func `a cancelled subscriber gets no completion`() async {
    var store: ScriptStore<Int>? = ScriptStore()
    let cancelled = Slow<[Int]>(first: .unlimited)
    store?.publisher.subscribe(cancelled)
    cancelled.cancel()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let sink = store?.publisher.sink { _ in
      end.finish()
    } receiveValue: { _ in
    }
    store = nil
    for await _ in ends {}
    #expect(!cancelled.isFinished)
    withExtendedLifetime(sink) {}
  }

  @Test func `a subscriber gets its subscription before anything else, also of a deallocated store`() {
    final class Listener: Subscriber {
      typealias Failure = Never

      var heard: [String] = []

      func receive(subscription: any Subscription) {
        subscription.request(.unlimited)
        heard.append("subscription")
      }

      func receive(_ input: [Int]) -> Subscribers.Demand {
        heard.append("\(input)")
        return .none
      }

      func receive(completion: Subscribers.Completion<Never>) { heard.append("end") }
    }

    var store: ScriptStore<Int>? = ScriptStore()
    let publisher = store?.publisher
    let (present, late) = (Listener(), Listener())
    publisher?.subscribe(present)
    store = nil
    publisher?.subscribe(late)
    #expect(present.heard == ["subscription", "[]"])
    #expect(late.heard == ["subscription", "end"])
  }

  // MARK: A suspended reduce

  @Test func `while a reduce is suspended its publisher has the state before it, and then the one after`() async {
    let gate = Gate()
    let store = ReduxBridge.Store(
      feature: Script { state, action in
        state.append(action)
        await gate.pass()
      },
      initialState: []
    )
    let handle = store.send(action: "slow")
    var states: [[String]] = []
    let sink = store.publisher.sink { states.append($0) }
    #expect(states == [[]])
    gate.open()
    await handle.value
    #expect(states == [[], ["slow"]])
    withExtendedLifetime(sink) {}
  }
}
