import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Promise 2: send never needs await.
@MainActor
@Suite(.observedToo) struct SendTests {
  @Test func `on an idle store the handler has run and effects are registered when send returns`() {
    let store = ScriptStore { (_: String) in .task(EffectOptions(id: "download")) { try await untilCancelled() } }
    store.send("start")
    #expect(store.state == ["start"])
    #expect(store.isTaskRunning(id: "download"))
    #expect(store.runningTaskCount == 1)
  }

  @Test func `an effect's body has not begun when send returns`() async {
    let executor = TestExecutor()
    let begun = Counter()
    let store = ScriptStore(options: StoreOptions(executor: executor)) { (_: String) in
      .run { _ in begun.add() }
    }
    store.send("start")
    #expect(begun.value == 0)
    await store.settle()
    #expect(begun.value == 1)
  }

  @Test func `the action of an effect is handled when it has ended`() async {
    let store = ScriptStore { (action: String) -> EffectProgram<String> in
      action == "load" ? .task { "loaded" } : .none
    }
    await store.send("load").value
    #expect(store.state == ["load", "loaded"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func `operations run off the main actor`() async {
    let store = ScriptStore { (action: String) -> EffectProgram<String> in
      action == "load" ? .task { #isolation == nil ? "off" : "on" } : .none
    }
    await store.send("load").value
    #expect(store.state == ["load", "off"])
  }

  @Test func `an effect inherits neither task-local values nor the priority of the sender`() async {
    let store = ScriptStore { (action: String) -> EffectProgram<String> in
      action == "load" ? .task { Trace.value } : .none
    }
    await Trace.$value.withValue("inherited") {
      await store.send("load").value
    }
    #expect(store.state == ["load", "none"])
  }

  @Test func `the actions that one effect sends are handled in order`() async {
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in
      action == 0 ? .run { send in for number in 1...1_000 { send(number) } } : .none
    }
    await store.send(0).value
    #expect(store.state == Array(0...1_000))
  }

  @Test func `a program can be launched without an action`() async {
    let store = ScriptStore(String.self)
    await store.launch(.task { "done" }).value
    #expect(store.state == ["done"])
  }

  @Test func `a program that is launched inside a handler is run after the current action`() {
    var store: ScriptStore<String>?
    var depth = 0
    store = ScriptStore { action in
      #expect(depth == 0)
      depth += 1
      defer { depth -= 1 }
      guard action == "first" else { return .none }
      store?.send("queued")
      store?.launch(.emit("launched"))
      return .emit("returned")
    }
    store?.send("first")
    #expect(store?.state == ["first", "returned", "queued", "launched"])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `task names and priorities come from the options`() async {
    let options = EffectOptions(id: "named", priority: .low, name: "the name")
    let store = ScriptStore { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .task(options) {
        "\(Task.name ?? "") \(Task.currentPriority == .low)"
      }
    }
    store.send("start")
    let info = store.runtime.runningEffects.first
    #expect(info?.id == "named")
    #expect(info?.name == "the name")
    #expect(info?.priority == .low)
    #expect(info?.isStream == false)
    await store.settle()
    #expect(store.state == ["start", "the name true"])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(arguments: [false, true])
  func `an effect on the main actor has the name of its options`(hasExecutor: Bool) async {
    let options = StoreOptions(executor: hasExecutor ? TestExecutor() : nil)
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .runOnMainActor(EffectOptions(name: "the name")) { send in send(Task.name ?? "") }
    }
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "the name"])
  }

  @Test func `an enqueued action starts its effects`() async {
    let store = ScriptStore { (action: String) -> EffectProgram<String> in
      action == "load" ? .task { "loaded" } : .none
    }
    store.enqueue("load")
    await store.settle()
    #expect(store.state == ["load", "loaded"])
  }

  @Test func `an effect's information reads as a sentence`() {
    let store = ScriptStore { (id: Int) in
      .task(EffectOptions(id: id == 1 ? "load" : nil, name: id < 3 ? "task" : nil)) { try await untilCancelled() }
    }
    let line = UInt(#line) + 1
    for id in 1...3 { store.send(id) }
    store.launch(.task { try await untilCancelled() })
    let effects = store.runtime.runningEffects
    let tokens = effects.map(\.token.rawValue)
    #expect(
      effects.map(\.description) == [
        "The effect 'load' (#\(tokens[0])) was launched by the action 1, from the send at \(#fileID):\(line).",
        "The effect 'task' (#\(tokens[1])) was launched by the action 2, from the send at \(#fileID):\(line).",
        "Effect #\(tokens[2]) was launched by the action 3, from the send at \(#fileID):\(line).",
        "Effect #\(tokens[3]) was launched without an action, at \(#fileID):\(line + 1).",
      ]
    )
  }

  @Test(arguments: [nil, "the name"])
  func `an effect runs on the store's executor`(name: String?) {
    let executor = TestExecutor()
    let store = ScriptStore(String.self, options: StoreOptions(executor: executor))
    store.launch(.task(EffectOptions(name: name)) { "done" })
    #expect(executor.runUntilIdle())
    store.runtime.core.drainWhenDue()
    #expect(store.state == ["done"])
  }
}

private enum Trace {
  @TaskLocal static var value = "none"
}
