#if Exhaustive
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// A store may be stopped, and started again, by the code that it is calling.
@MainActor
@Suite struct StoppingInHandlersTests {
  private let executor = TestExecutor()
  private let log = EventLog()
  private let reaction = Reaction()

  /// With or without observers, because actions take a different path in each case.
  private func options(_ isObserved: Bool) -> StoreOptions {
    StoreOptions(executor: executor, observers: isObserved ? [log, reaction] : [])
  }

  /// A store that does `work` while it handles "now", and then returns a program with parts of every kind.
  private func makeStore(
    isObserved: Bool = true,
    _ work: @escaping @MainActor (Runtime<String>) -> Void
  ) -> ScriptStore<String> {
    var runtime: (@MainActor () -> Runtime<String>?)?
    let store = ScriptStore(options: options(isObserved)) { (action: String) -> EffectProgram<String> in
      switch action {
      case "now":
        if let runtime = runtime?() { work(runtime) }
        return .merge([
          .emit("emitted"),
          .task { "task" },
          .sequence([.emit("member"), .task { "member's task" }]),
          .deferred { .emit("deferred") },
          .task { "named" }.cancellable(id: "named"),
          .sequence([.task { "whole" }, .emit("whole")]).cancellable(id: "whole"),
          .sequence([.emit("scoped"), .task { "scoped" }]).scoped(to: "scope"),
        ])
      case "single":
        if let runtime = runtime?() { work(runtime) }
        return .task { "task" }
      case "ending":
        return .task { "now" }
      default:
        return .none
      }
    }
    runtime = { [weak store] in store?.runtime }
    return store
  }

  @Test(arguments: [false, true], ["now", "single"])
  func `the effects of a handler that stops the store do not start`(isObserved: Bool, action: String) async {
    let store = makeStore(isObserved: isObserved) { $0.stop() }
    let handle = store.send(action)
    #expect(handle.isFinished)
    #expect(store.state == [action])
    #expect(store.runningTaskCount == 0)
    await store.settle()
    store.runtime.start()
    await store.settle()
    #expect(store.state == [action])
    #expect(store.runtime.table.nodeCount == 0)
    store.send("after")
    #expect(store.state == [action, "after"])
  }

  @Test(arguments: [false, true], ["now", "single"])
  func `effects of a handler that stops and restarts the store do not start`(isObserved: Bool, action: String) async {
    let store = makeStore(isObserved: isObserved) { runtime in
      runtime.stop()
      runtime.start()
      runtime.send("after")
    }
    store.send(action)
    #expect(store.state == [action, "after"])
    #expect(!store.runtime.isStopped)
    await store.settle()
    #expect(store.state == [action, "after"])
    #expect(store.runtime.table.nodeCount == 0)
    await store.launch(.task { "works" }).tree
    #expect(store.state == [action, "after", "works"])
  }

  @Test(arguments: [false, true])
  func `a stop and a start in a handler drop its effects, wherever its action came from`(isObserved: Bool) async {
    let store = makeStore(isObserved: isObserved) { runtime in
      runtime.stop()
      runtime.start()
    }
    store.send("ending")
    await store.settle()
    #expect(store.state == ["ending", "now"])
    store.enqueue("now")
    await store.settle()
    #expect(store.state == ["ending", "now", "now"])
    let subscription = store.subscribe { if $0.last == "ending" { store.send("now") } }
    store.send("ending")
    await store.settle()
    #expect(store.state == ["ending", "now", "now", "ending", "now"])
    subscription.cancel()
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `what a handler sends and emits in a store that it stops is dropped and reported`() async {
    let store = makeStore { runtime in
      runtime.send("sent before")
      runtime.enqueue("enqueued before")
      runtime.stop()
      runtime.send("sent")
      runtime.enqueue("enqueued")
      runtime.launch(.emit("launched"))
    }
    store.send("now")
    await store.settle()
    #expect(store.state == ["now"])
    #expect(
      Set(log.events("dropped")) == [
        "dropped emitted of nobody", "dropped member of nobody", "dropped scoped of nobody",
        "dropped sent before of nobody", "dropped enqueued before of nobody", "dropped sent of nobody",
        "dropped enqueued of nobody", "dropped launched of nobody",
      ]
    )
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test(arguments: [false, true])
  func `what was sent before a start is dropped, and what is sent after it is handled`(isObserved: Bool) async {
    var handles: [SendHandle] = []
    let store = makeStore(isObserved: isObserved) { runtime in
      runtime.enqueue("enqueued before")
      handles.append(runtime.send("sent before"))
      runtime.stop()
      runtime.enqueue("enqueued")
      handles.append(runtime.send("sent"))
      handles.append(runtime.launch(.emit("launched")))
      runtime.start()
      runtime.enqueue("first")
      runtime.send("second")
      runtime.launch(.emit("third"))
    }
    store.send("now")
    await store.settle()
    #expect(store.state == ["now", "first", "second", "third"])
    #expect(handles.allSatisfy { $0.isFinished })
    #expect(store.runtime.table.nodeCount == 0)
    if isObserved {
      #expect(Set(log.events("dropped")).isSuperset(of: ["dropped enqueued of nobody", "dropped sent of nobody"]))
    }
  }

  @Test func `a second stop after a start in one handler leaves the store stopped`() async {
    let store = makeStore { runtime in
      runtime.stop()
      runtime.start()
      runtime.send("dropped")
      runtime.stop()
    }
    store.send("now")
    #expect(store.runtime.isStopped)
    store.send("dropped too")
    #expect(store.state == ["now"])
    store.runtime.start()
    store.send("after")
    #expect(store.state == ["now", "after"])
  }

  @Test func `a second start in one handler drops nothing`() async {
    let store = makeStore { runtime in
      runtime.stop()
      runtime.start()
      runtime.send("after")
      runtime.start()
    }
    store.send("now")
    #expect(store.state == ["now", "after"])
    await store.settle()
    #expect(store.state == ["now", "after"])
  }

  @Test func `several stops and starts in one handler leave the store running`() async {
    let store = makeStore { runtime in
      for number in 1...3 {
        runtime.stop()
        runtime.start()
        runtime.send("after \(number)")
      }
    }
    store.send("now")
    #expect(!store.runtime.isStopped)
    #expect(store.state == ["now", "after 3"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test(arguments: [false, true])
  func `a subscriber may stop the store and start it`(starts: Bool) async {
    let store = makeStore { _ in }
    let subscription = store.subscribe { state in
      guard state == ["now"] else { return }
      store.runtime.stop()
      store.send("sent")
      if starts {
        store.runtime.start()
        store.send("after")
      }
    }
    store.send("now")
    await store.settle()
    #expect(store.state == (starts ? ["now", "after"] : ["now"]))
    #expect(store.runtime.isStopped == !starts)
    #expect(store.runtime.table.nodeCount == 0)
    subscription.cancel()
  }

  @Test(arguments: [false, true])
  func `an observer may stop the store and start it`(starts: Bool) async {
    let store = makeStore { _ in }
    reaction.set { [weak store] event in
      guard case .actionHandled(let action, _) = event.kind, action as? String == "now" else { return }
      store?.runtime.stop()
      store?.send("sent")
      if starts {
        store?.runtime.start()
        store?.send("after")
      }
    }
    store.send("now")
    await store.settle()
    #expect(store.state == (starts ? ["now", "after"] : ["now"]))
    #expect(store.runtime.isStopped == !starts)
    #expect(store.runtime.table.nodeCount == 0)
    reaction.set(nil)
  }

  @Test func `an observer that is notified of a cancel by the stop sends to a stopped store`() async {
    let store = makeStore { _ in }
    store.launch(.task(EffectOptions(id: "work")) { try await untilCancelled() })
    await store.settle()
    reaction.set { [weak store] event in
      if case .effectEnded = event.kind { store?.send("sent") }
    }
    store.runtime.stop()
    #expect(store.state.isEmpty)
    #expect(log.events("dropped") == ["dropped sent of nobody"])
    reaction.set(nil)
  }

  @Test func `an observer that is notified of a dropped action may start the store`() async {
    let store = makeStore { _ in }
    reaction.set { [weak store] event in
      guard case .actionDropped = event.kind else { return }
      store?.runtime.start()
      store?.send("after")
    }
    store.runtime.stop()
    store.send("sent")
    #expect(store.state == ["after"])
    #expect(!store.runtime.isStopped)
    reaction.set(nil)
  }

  @Test func `a stop in a member of a program leaves none of its effects running`() async {
    let store = makeStore { $0.stop() }
    store.launch(
      .merge([
        .task(EffectOptions(id: "before")) { try await untilCancelled() }, .emit("now"),
        .task(EffectOptions(id: "behind")) { try await untilCancelled() },
      ])
    )
    #expect(store.state == ["now"])
    #expect(store.runningTaskCount == 0)
    #expect(log.events("started") == ["started before"])
    await store.settle()
    #expect(store.runtime.table.nodeCount == 0)
  }
}
#endif
