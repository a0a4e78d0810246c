import ReduxBridge
import StoreTesting
import Testing
import _StoreTestSupport

/// A step waits for work that the executor does not see, and continues when its result has come.
///
/// The result comes only while a step waits. A step that does not wait fails; one that is not woken hangs.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct WaitLimitTests {
  private let gate = Gate()
  private let isWaitedFor = Gate()

  private func tested(_ script: Script) -> Script.Tested {
    let store = TestStore(script.store, waitLimit: .seconds(1_000))
    store.recorder.notify { [gate, isWaitedFor] in
      isWaitedFor.open()
      gate.open()
    }
    return store
  }

  @Test func `the end of a test waits for an effect that has not ended`() async {
    let script = Script { [gate] _, _ in .run { _ in await gate.pass() } }
    let store = tested(script)
    await store.send("a") { $0 = ["a"] }
    let texts = await texts { await store.finish() }
    #expect(texts == [])
  }

  @Test func `the end of a test waits for a cancelled effect that has not ended`() async {
    let script = Script { [gate] word, _ in
      word == "cancel" ? .cancel(.id("work")) : .run(EffectOptions(id: "work")) { _ in await gate.pass() }
    }
    let store = tested(script)
    await store.send("a") { $0 = ["a"] }
    await store.send("cancel") { $0 = ["a", "cancel"] }
    #expect(store.store.runtime.drainingEffects.count == 1)
    let texts = await texts { await store.finish() }
    #expect(texts == [])
  }

  @Test func `a step waits for a handler that is suspended`() async {
    let reading = Reading(gate: gate)
    let options = StoreOptions(executor: TestExecutor())
    let store = TestStore(
      Store(feature: reading, initialState: Reading.State(), options: options),
      waitLimit: .seconds(1_000)
    )
    store.recorder.notify { [gate] in gate.open() }
    let texts = await texts {
      await store.send(.load) { $0.isLoaded = true }
      await store.finish()
    }
    #expect(texts == [])
  }

  @Test func `a step waits only until its action has come`() async {
    let never = Gate()
    let script = Script { [gate] word, _ in
      guard word == "a" else { return .none }
      return .run { send in
        await gate.pass()
        send("b")
        await never.pass()
      }
    }
    let store = tested(script)
    await store.send("a") { $0 = ["a"] }
    let texts = await texts { await store.receive("b") { $0.append("b") } }
    #expect(texts == [])
    never.open()
    await store.finish()
  }

  @Test(arguments: Duration.extremes)
  func `no wait limit crashes`(limit: Duration) async {
    let script = Script { [gate] _, _ in .run { _ in await gate.pass() } }
    let store = TestStore(script.store, waitLimit: limit)
    store.recorder.notify { [gate] in gate.open() }
    await store.send("a") { $0 = ["a"] }
    // With a short one the step gives up before the gate is opened.
    let texts = await texts { await store.finish() }
    if limit > .seconds(1) { #expect(texts == []) }
    gate.open()
    await store.store.settle()
  }

  @Test func `a step does not wait for an action that can no longer come`() async {
    let script = Script { [gate] word, _ in .run { _ in await gate.pass() } }
    let store = tested(script)
    await store.send("a") { $0 = ["a"] }
    let texts = await texts { await store.receive("b") }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("Did not receive 'b'.") == true)
    await store.finish()
  }

  @Test func `a step does not wait once another action has come than the expected one`() async {
    let script = Script { [gate] word, _ in
      word == "a"
        ? .run { send in
          send("b")
          await gate.pass()
        } : .none
    }
    let store = tested(script)
    await store.send("a") { $0 = ["a"] }
    let texts = await texts { await store.receive("x") }
    #expect(texts.map { $0.hasPrefix("Received 'b' instead of 'x'.") } == [true])
    #expect(!isWaitedFor.isOpen)
    gate.open()
    await store.finish()
  }

  @Test func `with a limit of zero no step waits`() async {
    let never = Gate()
    let script = Script { _, _ in .run { _ in await never.pass() } }
    let store = tested(script)
    store.waitLimit = .zero
    await store.send("a") { $0 = ["a"] }
    let texts = await texts { await store.receive("b") }
    #expect(texts.count == 1)
    #expect(!isWaitedFor.isOpen)
    never.open()
    await store.finish()
  }

  @Test func `a step that has waited ends with a store that has settled`() async {
    let never = Gate()
    // Nothing runs there without a call of settle.
    let options = StoreOptions(executor: LazyExecutor())
    let engine = ScriptStore(options: options) { (word: String) -> EffectProgram<String> in
      switch word {
      case "a": .run { _ in await never.pass() }
      case "b": .task { "c" }
      default: .none
      }
    }
    let store = TestStore(engine, waitLimit: .seconds(1_000))
    await store.send("a") { $0 = ["a"] }
    store.recorder.notify { engine.enqueue("b") }
    let texts = await texts { await store.receive("b") { $0.append("b") } }
    store.recorder.notify {}
    #expect(texts == [])
    #expect(engine.state == ["a", "b", "c"])
    await store.receive("c") { $0.append("c") }
    never.open()
    await store.finish()
  }

  @Test func `a step whose action was dropped does not wait for effects`() async {
    let never = Gate()
    let script = Script { _, _ in .run { _ in await never.pass() } }
    let store = tested(script)
    await store.send("a") { $0 = ["a"] }
    store.store.runtime.stop()
    let texts = await texts { await store.send("b") }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("The store has dropped it") == true)
    never.open()
    await store.finish()
  }

  @Test func `a step of a cancelled test stops waiting`() async {
    // Not opened while the step waits.
    let never = Gate()
    let script = Script { _, _ in .run { _ in await never.pass() } }
    let store = tested(script)
    await store.send("a") { $0 = ["a"] }
    let step = Task {
      await texts { await store.receive("b") }
    }
    await isWaitedFor.pass()
    step.cancel()
    #expect(await step.value.first?.hasPrefix("Did not receive 'b'.") == true)
    never.open()
    await store.finish()
  }
}

private struct Reading: FeatureType {
  struct State: Equatable {
    var isLoaded = false
  }

  enum Action: Equatable {
    case load
  }

  let gate: Gate

  func reduce(into state: inout State, action: Action) async {
    await gate.pass()
    state.isLoaded = true
  }
}
