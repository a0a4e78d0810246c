import Observation
import StoreCore
import Testing
import _StoreTestSupport

/// Promise 1: actions are atomic and first in, first out.
///
/// Promise 8: the same holds across threads.
@MainActor
@Suite(.observedToo) struct OrderTests {
  @Test func `a send from inside a handler is handled after the current action`() {
    var store: ScriptStore<String>?
    var depth = 0
    var greatestDepth = 0
    store = ScriptStore { action in
      depth += 1
      greatestDepth = max(greatestDepth, depth)
      if action == "first" {
        store?.send("second")
        store?.send("third")
      }
      depth -= 1
      return .none
    }
    store?.send("first")
    #expect(store?.state == ["first", "second", "third"])
    #expect(greatestDepth == 1)
  }

  @Test func `a send from an observation is handled after the current action`() {
    let store = ScriptStore(String.self)
    withObservationTracking {
      _ = store.state
    } onChange: {
      MainActor.assumeIsolated {
        store.send("from observation")
        #expect(store.runtime.runningTaskCount == 0)
      }
    }
    store.send("first")
    #expect(store.state == ["first", "from observation"])
  }

  @Test func `a send from a subscriber is handled after the current action`() {
    let store = ScriptStore(Int.self)
    store.subscribe { state in
      if state.count < 4 { store.send(state.count) }
      #expect(store.state.count == state.count)
    }
    store.send(0)
    #expect(store.state == [0, 1, 2, 3])
  }

  @Test func `the state read inside a handler is the state before the action`() {
    var store: ScriptStore<Int>?
    var seen: [[Int]] = []
    store = ScriptStore(options: StoreOptions(keepsStateReadable: true)) { _ in
      seen.append(store?.state ?? [])
      return .none
    }
    store?.send(1)
    store?.send(2)
    #expect(seen == [[], [1]])
  }

  @Test func `an emitted action is part of the transition`() {
    var store: ScriptStore<String>?
    store = ScriptStore { action in
      guard action == "first" else { return .none }
      store?.send("queued")
      return .sequence([.emit("emitted"), .emit("emitted next")])
    }
    store?.send("first")
    #expect(store?.state == ["first", "emitted", "emitted next", "queued"])
  }

  @Test func `what an emitted action emits comes before the next member`() {
    let store = ScriptStore { (action: String) -> EffectProgram<String> in
      switch action {
      case "first": .sequence([.emit("outer"), .emit("last")])
      case "outer": .emit("inner")
      default: .none
      }
    }
    store.send("first")
    #expect(store.state == ["first", "outer", "inner", "last"])
  }

  @Test func `a long chain of emitted actions does not exhaust the stack`() {
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in action < 100_000 ? .emit(action + 1) : .none }
    store.send(0)
    #expect(store.state.count == 100_001)
  }

  @Test func `a send drains the mailbox first`() {
    let store = ScriptStore(Int.self)
    store.enqueue(1)
    store.enqueue(2)
    store.send(3)
    #expect(store.state == [1, 2, 3])
  }

  @Test func `inside a handler enqueue and send keep the order of their calls`() async {
    var store: ScriptStore<Int>?
    store = ScriptStore { action in
      if action == 0 {
        store?.enqueue(1)
        store?.send(2)
        store?.enqueue(3)
        store?.send(4)
      }
      return .none
    }
    store?.send(0)
    await store?.settle()
    #expect(store?.state == [0, 1, 2, 3, 4])
  }

  @Test func `inside a handler a launch comes after what was enqueued before`() async {
    var store: ScriptStore<Int>?
    store = ScriptStore { action in
      if action == 1 {
        store?.enqueue(2)
        store?.launch(.emit(3))
        store?.enqueue(4)
        store?.send(5)
      }
      return .none
    }
    store?.send(1)
    #expect(store?.state == [1, 2, 3, 4, 5])
  }

  @Test func `an enqueued action is handled without another send`() async {
    let store = ScriptStore(Int.self)
    await Task { @concurrent in store.enqueue(1) }.value
    await store.settle()
    #expect(store.state == [1])
  }

  @Test func `actions that wait when their store is deallocated are dropped`() async {
    final class Resource: Sendable {}
    var store: ScriptStore<Resource>? = ScriptStore(Resource.self)
    weak var resource: Resource?
    do {
      let sent = Resource()
      resource = sent
      store?.enqueue(sent)
    }
    #expect(resource != nil)
    let barrier = ScriptStore(Int.self)
    store = nil
    barrier.enqueue(1)
    // The drain of the first mailbox was due before that of the second.
    for await states in barrier.states where states == [1] { break }
    #expect(resource == nil)
  }

  @Test func `a drain during a handler handles nothing inside it`() async {
    // As when a handler runs a run loop, in which the main queue continues.
    var store: ScriptStore<Int>?
    var depth = 0
    store = ScriptStore { action in
      #expect(depth == 0)
      depth += 1
      defer { depth -= 1 }
      if action == 1 {
        store?.enqueue(2)
        store?.runtime.core.drainWhenDue()
      }
      return .none
    }
    store?.send(1)
    #expect(store?.state == [1, 2])
  }

  @Test func `a launch comes after what was enqueued before`() {
    let store = ScriptStore(Int.self)
    store.enqueue(1)
    store.launch(.emit(2))
    #expect(store.state == [1, 2])
  }

  @Test(arguments: ["enqueue", "launch"])
  func `a send from inside a handler is handled afterwards, whatever called the handler`(how: String) {
    var store: ScriptStore<String>?
    var depth = 0
    store = ScriptStore { action in
      #expect(depth == 0)
      depth += 1
      defer { depth -= 1 }
      if action == "first" { store?.send("second") }
      return .none
    }
    if how == "enqueue" {
      store?.enqueue("first")
      store?.runtime.core.drainWhenDue()
    } else {
      store?.launch(.emit("first"))
    }
    #expect(store?.state == ["first", "second"])
  }
}
