import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The promises of composite programs: order, cancelled members, and errors.
@MainActor
@Suite(.observedToo) struct SequenceTests {
  private let executor = TestExecutor()
  private let log = EventLog()

  private struct Failure: Error {}

  private func store(_ script: @escaping @MainActor (String) -> EffectProgram<String>) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(executor: executor, observers: [log]), script: script)
  }

  @Test func `a member starts after the action of the one before was handled`() async {
    let store = store { action in
      guard action == "start" else { return .none }
      return .sequence([.task { "one" }, .emit("two"), .run { $0("three") }, .task { "four" }])
    }
    await store.send("start").value
    #expect(store.state == ["start", "one", "two", "three", "four"])
    #expect(
      log.events.filter { !$0.contains("drained") } == [
        "handled start",
        "started effect", "finished effect", "handled one", "handled two",
        "started effect", "handled three", "finished effect",
        "started effect", "finished effect", "handled four",
      ]
    )
  }

  @Test func `a sequence of cancel and start is atomic`() async {
    let gate = Gate()
    let store = store { action in
      guard action.hasPrefix("start") else { return .none }
      return .sequence([
        .cancel(.id("work")),
        .run(EffectOptions(id: "work")) { send in
          await gate.pass()
          send("ended \(action)")
        },
      ])
    }
    store.send("start 1")
    await store.settle()
    store.send("start 2")
    #expect(store.isTaskRunning(id: "work"))
    #expect(store.runningTaskCount == 1)
    gate.open()
    await store.settle()
    #expect(store.state == ["start 1", "start 2", "ended start 2"])
  }

  @Test(arguments: ["cancel", "replace"])
  func `a member that is cancelled or replaced ends, and the rest continue`(how: String) async {
    let store = store { action in
      switch action {
      case "start":
        .sequence([.task(EffectOptions(id: "work")) { try await untilCancelled() }, .task { "next" }])
      case "cancel": .cancel(.id("work"))
      case "replace": .task(EffectOptions(id: "work")) { "replacement" }
      default: .none
      }
    }
    let handle = store.send("start")
    await store.settle()
    #expect(store.state == ["start"])
    store.send(how)
    await store.settle()
    #expect(store.state.contains("next"))
    #expect(handle.isFinished)
  }

  @Test func `a thrown error ends its sequence and those around it`() async {
    let errors = Counter()
    let options = StoreOptions(executor: executor, onError: { _, _ in errors.add() })
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .sequence([
        .task { "one" },
        .sequence([.task { throw Failure() }, .task { "never" }]),
        .task { "never either" },
      ])
    }
    let handle = store.send("start")
    await store.settle()
    #expect(store.state == ["start", "one"])
    #expect(errors.value == 1)
    #expect(handle.isFinished)
    await handle.tree
  }

  @Test func `a thrown error inside a merge leaves its siblings running, and ends the sequence around it`() async {
    let gate = Gate()
    let options = StoreOptions(executor: executor, onError: { _, _ in })
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .sequence([
        .merge([
          .task { throw Failure() },
          .task {
            await gate.pass()
            return "sibling"
          },
        ]),
        .task { "never" },
      ])
    }
    let handle = store.send("start")
    await store.settle()
    #expect(!handle.isFinished)
    gate.open()
    await store.settle()
    #expect(store.state == ["start", "sibling"])
    #expect(handle.isFinished)
  }

  @Test func `a handler answers an error with a program, and what follows continues`() async {
    let store = store { action in
      guard action == "start" else { return .none }
      return .sequence([
        .sequence([.task { throw Failure() }, .task { "never" }])
          .catch { error in .sequence([.emit("caught \(error is Failure)"), .task { "repaired" }]) },
        .task { "next" },
      ])
    }
    let handle = store.send("start")
    await store.settle()
    #expect(store.state == ["start", "caught true", "repaired", "next"])
    #expect(handle.isFinished)
  }

  @Test func `modifiers around a handler change what is caught, and leave its answer as it is`() async {
    let store = store { action in
      guard action == "start" else { return .none }
      let failing = EffectProgram<String>.sequence([.task { throw Failure() }, .emit("never")])
      let answer = EffectProgram<String>.run { $0("answered") }
      return failing.options { $0.name = "inside" }
        .catch { _ in .merge([answer, answer]) }
        .options { $0.name = ($0.name ?? "alone") + " and around" }
    }
    await store.send("start").value
    #expect(log.events("failed") == ["failed inside and around"])
    #expect(log.events("finished") == ["finished effect", "finished effect"])
    #expect(store.state == ["start", "answered", "answered"])
  }

  @Test func `an error inside a handler's program reaches the handler around it`() async {
    let store = store { action in
      guard action == "start" else { return .none }
      return EffectProgram.task { throw Failure() }
        .catch { _ in .task { throw Failure() } }
        .catch { _ in .emit("outer") }
    }
    await store.send("start").value
    #expect(store.state == ["start", "outer"])
  }

  @Test func `the members of a merge start together, and the merge ends with the last one`() async {
    let gate = Gate()
    let store = store { action in
      guard action == "start" else { return .none }
      return .sequence([
        .merge([
          .task(EffectOptions(id: "a")) {
            await gate.pass()
            return "a"
          },
          .task(EffectOptions(id: "b")) { "b" },
          .emit("now"),
        ]),
        .emit("after"),
      ])
    }
    store.send("start")
    #expect(store.runtime.runningEffects.map(\.id) == ["a", "b"])
    #expect(store.state == ["start", "now"])
    await store.settle()
    #expect(store.state == ["start", "now", "b"])
    gate.open()
    await store.settle()
    #expect(store.state == ["start", "now", "b", "a", "after"])
  }

  @Test func `cancelling the handle starts no further member`() async {
    let store = store { action in
      guard action == "start" else { return .none }
      return .sequence([
        .task(EffectOptions(id: "work")) { try await untilCancelled() }, .emit("never"), .task { "never either" },
      ])
    }
    let handle = store.send("start")
    await store.settle()
    handle.cancel()
    await store.settle()
    #expect(store.state == ["start"])
    #expect(handle.isFinished)
    await handle.tree
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `deep and long programs do not exhaust the stack`() async {
    var nested = EffectProgram<String>.emit("innermost")
    for _ in 1..<EffectLimits.nesting { nested = .sequence([.cancel(.id("nothing")), nested]) }
    let long = EffectProgram.sequence(Array(repeating: EffectProgram.emit("link"), count: 20_000))
    let store = store { $0 == "start" ? .merge([nested, long]) : .none }
    await store.send("start").value
    #expect(store.state.count == 20_002)
    #expect(store.runtime.table.nodeCount == 0)
  }
}
