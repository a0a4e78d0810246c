import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Promise 13: waiting is defined, and never deadlocks.
@MainActor
@Suite struct WaitingTests {
  private let executor = TestExecutor()

  private var options: StoreOptions { StoreOptions(executor: executor) }

  @Test func `the handle of a synchronous action is finished at once`() async {
    let store = ScriptStore(Int.self)
    let handle = store.send(1)
    #expect(handle.isFinished)
    await handle.value
    await handle.tree
    handle.cancel()
  }

  @Test func `value waits for the action's own effects, not for what they cause`() async {
    let gate = Gate()
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      switch action {
      case "start":
        .task { "child" }
      case "child":
        .run { send in
          await gate.pass()
          send("grandchild")
        }
      default: .none
      }
    }
    let handle = store.send("start")
    #expect(!handle.isFinished)
    await handle.value
    #expect(store.state == ["start", "child"])
    #expect(handle.isFinished)
    let tree = Task { await handle.tree }
    gate.open()
    await tree.value
    #expect(store.state == ["start", "child", "grandchild"])
  }

  @Test func `the tree leaves streams out, and value counts them`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      switch action {
      case "start": .merge([.stream(stream, EffectOptions(id: "stream")), .task { "done" }])
      case "element": .task(EffectOptions(id: "caused by the stream")) { try await untilCancelled() }
      default: .none
      }
    }
    let handle = store.send("start")
    continuation.yield("element")
    await handle.tree
    #expect(store.state.contains("done"))
    #expect(!handle.isFinished)
    await store.settle()
    #expect(store.isTaskRunning(id: "caused by the stream"))
    let value = Task { await handle.value }
    store.cancel(.id("stream"))
    await value.value
    #expect(handle.isFinished)
  }

  @Test func `cancelling a handle cancels the whole tree and nothing else`() async {
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      switch action {
      case "start": .task { "child" }
      case "child": .merge([.task(EffectOptions(id: "a")) { try await untilCancelled() }, .task { "grandchild" }])
      case "grandchild": .task(EffectOptions(id: "b")) { try await untilCancelled() }
      case "other": .task(EffectOptions(id: "c")) { try await untilCancelled() }
      default: .none
      }
    }
    let handle = store.send("start")
    store.send("other")
    await store.settle()
    #expect(store.runningTaskCount == 3)
    handle.cancel()
    #expect(!store.isTaskRunning(id: "a"))
    #expect(!store.isTaskRunning(id: "b"))
    #expect(store.isTaskRunning(id: "c"))
    await handle.tree
  }

  @Test func `cancelling the handle of a queued action takes it out of the queue`() async {
    var handle: SendHandle?
    var store: ScriptStore<String>?
    store = ScriptStore { action in
      if action == "first" {
        handle = store?.send("second")
        store?.send("third")
        handle?.cancel()
      }
      return .none
    }
    store?.send("first")
    #expect(store?.state == ["first", "third"])
    await handle?.value
    #expect(handle?.isFinished == true)
  }

  @Test func `the handle of a queued action waits for its handling and its effects`() async {
    var handle: SendHandle?
    var store: ScriptStore<String>?
    store = ScriptStore { action in
      switch action {
      case "first":
        handle = store?.send("second")
        #expect(handle?.isFinished == false)
        return .none
      case "second": return .task { "done" }
      default: return .none
      }
    }
    store?.send("first")
    await handle?.value
    #expect(store?.state == ["first", "second", "done"])
  }

  @Test func `cancelling the waiting task makes the wait return early`() async {
    let store = ScriptStore { (_: String) in .task { try await untilCancelled() } }
    let handle = store.send("start")
    let waiter = Task { @MainActor in
      await handle.value
      return Task.isCancelled
    }
    waiter.cancel()
    #expect(await waiter.value)
    #expect(!handle.isFinished)
    let late = Task { @MainActor in
      await handle.tree
      return Task.isCancelled
    }
    await Task { @MainActor in }.value
    late.cancel()
    #expect(await late.value)
    #expect(store.runningTaskCount == 1)
  }

  @Test func `a wait can be made from any isolation`() async {
    let gate = Gate()
    let store = ScriptStore { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .run { _ in await gate.pass() }
    }
    let handle = store.send("start")
    let wait = Task { @concurrent in
      await handle.value
      handle.cancel()
    }
    await gate.waitForArrivals(1)
    gate.open()
    await wait.value
    #expect(handle.isFinished)
  }

  @Test func `perform waits for the action and everything it causes`() async {
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      switch action {
      case "start":
        .run { send in
          await send.perform("inner")
          send("after")
        }
      case "inner": .task { "child" }
      case "child": .task { "grandchild" }
      default: .none
      }
    }
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "inner", "child", "grandchild", "after"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test(arguments: ["cancel", "replace"])
  func `an effect that performs an action which ends it returns`(how: String) async {
    let returned = Counter()
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      switch action {
      case "start":
        .run(EffectOptions(id: "work")) { send in
          await send.perform(how)
          returned.add()
          send("never handled")
        }
      case "cancel": .cancel(.id("work"))
      case "replace": .task(EffectOptions(id: "work")) { try await untilCancelled() }
      default: .none
      }
    }
    store.send("start")
    await store.settle()
    #expect(returned.value == 1)
    #expect(store.state == ["start", how])
  }

  @Test(arguments: [false, true])
  func `an effect that waits for itself continues`(inChildTask: Bool) async {
    let handles = AsyncStream.makeStream(of: SendHandle.self)
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .task {
        for await handle in handles.stream {
          if inChildTask {
            async let wait: Void = handle.tree
            await wait
          }
          await handle.value
          break
        }
        return "done"
      }
    }
    let handle = store.send("start")
    handles.continuation.yield(handle)
    await store.settle()
    #expect(store.state == ["start", "done"])
  }

  @Test func `effects that wait for each other continue`() async {
    let toFirst = AsyncStream.makeStream(of: SendHandle.self)
    let toSecond = AsyncStream.makeStream(of: SendHandle.self)
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      let handles = action == "first" ? toFirst.stream : toSecond.stream
      guard ["first", "second"].contains(action) else { return .none }
      return .task {
        for await handle in handles {
          await handle.value
          break
        }
        return "\(action) done"
      }
    }
    let first = store.send("first")
    let second = store.send("second")
    toFirst.continuation.yield(second)
    toSecond.continuation.yield(first)
    await store.settle()
    #expect(Set(store.state) == ["first", "second", "first done", "second done"])
  }

  @Test(arguments: [false, true])
  func `an effect that waits for a stream behind it, before other members, continues`(isInMerge: Bool) async {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      switch action {
      case "start":
        return .run(EffectOptions(id: "x")) { send in
          await send.perform("queue")
          send("performed")
        }
      case "queue":
        let behind = EffectProgram.stream(stream, EffectOptions(id: "x", policy: .queue(limit: 5)))
        return .sequence([isInMerge ? .merge([behind]) : behind, .emit("after")])
      default: return .none
      }
    }
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "queue", "performed"])
    continuation.yield("element")
    continuation.finish()
    await store.settle()
    #expect(store.state == ["start", "queue", "performed", "element", "after"])
  }

  @Test func `a tree waits for a stream that another member of a sequence comes after`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      action == "start" ? .sequence([.stream(stream), .emit("after")]) : .none
    }
    var hasEnded = false
    let task = Task {
      await store.send("start").tree
      hasEnded = true
    }
    await store.settle()
    #expect(store.state == ["start"])
    #expect(!hasEnded)
    continuation.finish()
    await task.value
    #expect(store.state == ["start", "after"])
  }

  @Test func `an endless chain keeps a bounded number of nodes`() async {
    let store = ScriptStore(options: options) { (action: Int) -> EffectProgram<Int> in
      action < 10_000 ? .task { action + 1 } : .none
    }
    var greatest = 0
    store.subscribe { [weak store] _ in greatest = max(greatest, store?.runtime.table.nodeCount ?? 0) }
    let handle = store.send(0)
    await handle.tree
    #expect(store.state.count == 10_001)
    #expect(greatest <= 3)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `neither a tree nor an effect that performs it waits for a lone stream`() async {
    let streams = (0..<2).map { _ in AsyncStream.makeStream(of: String.self) }
    var started = 0
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      switch action {
      case "stream":
        defer { started += 1 }
        return .stream(streams[started].stream, EffectOptions(id: "stream"))
      case "perform":
        return .run { send in
          await send.perform("stream")
          send("performed")
        }
      default: return .none
      }
    }
    await store.send("stream").tree
    store.send("perform")
    await store.settle()
    #expect(store.state == ["stream", "perform", "stream", "performed"])
    #expect(store.isTaskRunning(id: "stream"))
    withExtendedLifetime(streams) {}
  }

  @Test(
    arguments: ["task", "run", "perform", "answer"],
    ["alone", "composite", "observed"]
  )
  func `a tree includes what its effects cause, however the action was sent`(cause: String, kind: String) async {
    let gate = Gate()
    var options = options
    if kind == "observed" { options.observers = [EventLog()] }
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      let first = EffectOptions(id: "first")
      switch action {
      case "task": return .task(first) { "child" }
      case "run": return .run(first) { $0("child") }
      case "perform": return .run(first) { await $0.perform("child") }
      case "answer": return .task(first) { try await untilCancelled() }.onCancel { "child" }
      default:
        let leaf = EffectProgram<String>.run(EffectOptions(id: "leaf")) { _ in await gate.pass() }
        return kind == "composite" ? .sequence([.cancel(.id("nothing")), leaf]) : leaf
      }
    }
    func start() async -> SendHandle {
      let handle = store.send(cause)
      await store.settle()
      store.cancel(.id("first"))
      #expect(store.runtime.runningEffects.map(\.id) == ["leaf"])
      return handle
    }

    let cancelled = await start()
    cancelled.cancel()
    #expect(!store.isTaskRunning(id: "leaf"))

    let handle = await start()
    let wait = Task {
      await handle.tree
      return store.isTaskRunning(id: "leaf")
    }
    // The wait has begun, and would be over if nothing were waited for.
    await store.settle()
    gate.open()
    #expect(await !wait.value)
    await store.settle()
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a tree keeps waiting for its other effects when a stream in it has ended`() async {
    let gate = Gate()
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let store = ScriptStore(String.self, options: options)
    let handle = store.launch(
      .merge([.stream(stream), .run(EffectOptions(id: "work")) { _ in await gate.pass() }])
    )
    continuation.finish()
    await store.settle()
    #expect(store.runningTaskCount == 1)
    let wait = Task {
      await handle.tree
      return store.isTaskRunning(id: "work")
    }
    // The wait has begun, and would be over if nothing were waited for.
    await store.settle()
    gate.open()
    #expect(await !wait.value)
  }

  @Test func `a wait that was given up does not count as effects waiting for each other`() async {
    let toFirst = AsyncStream.makeStream(of: SendHandle.self)
    let toSecond = AsyncStream.makeStream(of: SendHandle.self)
    let gate = Gate()
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      switch action {
      case "first":
        .run { _ in
          for await handle in toFirst.stream {
            await withTaskGroup { group in
              group.addTask { await handle.value }
              group.cancelAll()
            }
            await gate.pass()
            break
          }
        }
      case "second":
        .task {
          for await handle in toSecond.stream {
            await handle.value
            break
          }
          return "second done"
        }
      default: .none
      }
    }
    let first = store.send("first")
    let second = store.send("second")
    toFirst.continuation.yield(second)
    await store.settle()
    #expect(gate.arrivals == 1)
    toSecond.continuation.yield(first)
    await store.settle()
    #expect(store.state == ["first", "second"])
    gate.open()
    await store.settle()
    #expect(store.state == ["first", "second", "second done"])
  }

  @Test func `an effect waits for an effect of another store that has the same key there`() async {
    let gate = Gate()
    let store = ScriptStore(String.self, options: options)
    let other = ScriptStore(String.self, options: options)
    let handle = other.launch(.run { _ in await gate.pass() })
    store.launch(
      .task {
        await handle.value
        return "done"
      }
    )
    await store.settle()
    #expect(store.state == [])
    gate.open()
    await store.settle()
    #expect(store.state == ["done"])
  }
}
