import StoreCore
import Testing
import _StoreTestSupport

@MainActor
@Suite struct StateSequenceTests {
  @Test func `states begin with the current one, and a slow consumer gets the newest`() async {
    let store = ScriptStore(Int.self)
    store.send(1)
    var states = store.states.makeAsyncIterator()
    #expect(await states.next() == [1])
    store.send(2)
    #expect(await states.next() == [1, 2])
    for number in 3...10 { store.send(number) }
    #expect(await states.next() == Array(1...10))
  }

  @Test func `values at a key path are distinct`() async {
    let store = ScriptStore(Int.self)
    var values = store.values(of: \.last).makeAsyncIterator()
    #expect(await values.next() == .some(nil))
    store.send(1)
    #expect(await values.next() == 1)
    store.send(1)
    store.send(2)
    #expect(await values.next() == 2)
    store.send(2)
    store.send(3)
    #expect(await values.next() == 3)
  }

  @Test func `a consumer that stops is forgotten`() async {
    let store = ScriptStore(Int.self)
    do {
      for await state in store.states where state.isEmpty { break }
    }
    store.send(1)
    store.send(2)
    #expect(store.state == [1, 2])
  }

  @Test func `subscribers receive each change in the order of their subscriptions`() {
    let store = ScriptStore(Int.self)
    var heard: [String] = []
    store.subscribe { heard.append("first \($0)") }
    store.subscribe { heard.append("second \($0)") }
    store.send(1)
    #expect(heard == ["first [1]", "second [1]"])
  }

  @Test func `a cancelled subscription receives nothing, not even the change that is being delivered`() {
    let store = ScriptStore(Int.self)
    var heard: [String] = []
    var second: StoreSubscription?
    store.subscribe { state in
      heard.append("first \(state)")
      second?.cancel()
    }
    second = store.subscribe { heard.append("second \($0)") }
    store.send(1)
    store.send(2)
    #expect(heard == ["first [1]", "first [1, 2]"])
  }

  @Test func `a subscriber that is added during a delivery receives the next change`() {
    let store = ScriptStore(Int.self)
    var heard: [String] = []
    var hasSubscribed = false
    store.subscribe { _ in
      guard !hasSubscribed else { return }
      hasSubscribed = true
      store.subscribe { heard.append("\($0)") }
    }
    store.send(1)
    #expect(heard == [])
    store.send(2)
    #expect(heard == ["[1, 2]"])
  }

  @Test func `values are compared with the one before, not with the first`() async {
    var store: ScriptStore<Int>? = ScriptStore(Int.self)
    store?.send(1)
    var values = store?.values(of: \.last).makeAsyncIterator()
    #expect(await values?.next() == 1)
    store?.send(2)
    #expect(await values?.next() == 2)
    store?.send(1)
    #expect(await values?.next() == 1)
    store?.send(1)
    store = nil
    #expect(await values?.next() == nil, "the repeated value is left out")
  }

  @Test func `a reader that skips a value gets the former value again if the store has returned to it`() async {
    let store = ScriptStore(Int.self)
    store.send(1)
    var values = store.values(of: \.last).makeAsyncIterator()
    #expect(await values.next() == 1)
    store.send(2)
    store.send(1)
    #expect(await values.next() == 1)
  }

  @Test func `nothing is computed for a consumer that has stopped`() async {
    let store = ScriptStore(CountedRead.self)
    let reads = Counter()
    do {
      for await _ in store.values(of: \.readCount) {
        store.send(CountedRead(reads: reads))
        break
      }
    }
    let count = reads.value
    // The subscription ends in the next turn of the main actor.
    await Task.detached { @MainActor in }.value
    store.send(CountedRead(reads: reads))
    #expect(count > 0)
    #expect(reads.value == count)
  }

  @Test func `what a cancelled subscription captured is released by the cancel`() {
    final class Resource {}
    weak var resource: Resource?
    let store = ScriptStore(Int.self)
    do {
      let captured = Resource()
      resource = captured
      store.subscribe { _ in withExtendedLifetime(captured) {} }.cancel()
      store.subscribe { _ in }
      #expect(resource != nil)
    }
    #expect(resource == nil)
  }
}

/// Counts the reads of a state that holds it.
private struct CountedRead: Sendable {
  let reads: Counter
}

extension [CountedRead] {
  fileprivate var readCount: Int {
    last?.reads.add()
    return count
  }
}
