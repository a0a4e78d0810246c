import FeatureEngine
import Observation
import ReduxBridge
import StoreTesting
import Testing
import _StoreTestSupport

/// A clock that was not advanced far enough fails one step, and not those that follow from it.
@MainActor
@Suite struct LateTests {
  /// A test store of words, each of which is an effect that sends `b`, and `c` a second later.
  private func tested(waitLimit: Duration = .zero) -> Script.Tested {
    TestStore(waitLimit: waitLimit) {
      ScriptStore(options: $0) { word in
        guard word == "a" else { return .none }
        return .run(EffectOptions(id: "work")) { send in
          try await EffectClock.current.sleep(for: .seconds(1))
          send("b")
          try await EffectClock.current.sleep(for: .seconds(1))
          send("c")
        }
      }
    }
  }

  private func firstLines(_ body: @MainActor () async throws -> Void) async rethrows -> [Substring] {
    try await texts(body).map { $0.prefix { $0 != "\n" } }
  }

  @Test func `what follows from one wrong advance is not reported`() async {
    let lines = await firstLines {
      let store = tested()
      await store.send("a") { $0 = ["a"] }
      await store.clock.advance(by: .milliseconds(900))
      await store.receive("b") { $0 = ["a", "b"] }
      await store.receive("c") { $0 = ["a", "b", "c"] }
      await store.finish()
    }
    #expect(lines == ["Did not receive 'b'."])
  }

  @Test func `what comes late is left out, and the step that it is before passes`() async {
    let lines = await firstLines {
      let store = tested()
      await store.send("a") { $0 = ["a"] }
      await store.clock.advance(by: .milliseconds(900))
      await store.receive("b") { $0 = ["a", "b"] }
      await store.clock.advance(by: .milliseconds(1_100))
      await store.receive("c") { $0.append("c") }
      await store.finish()
    }
    #expect(lines == ["Did not receive 'b'."])
  }

  @Test func `once a step has received what it expects, the next mistake is reported`() async {
    let lines = await firstLines {
      let store = tested()
      await store.send("a") { $0 = ["a"] }
      await store.clock.advance(by: .milliseconds(900))
      await store.receive("b") { $0 = ["a", "b"] }
      await store.clock.advance(by: .milliseconds(100))
      await store.receive("b") { $0 = ["a", "b"] }
      await store.send("d") { $0 = ["x"] }
      await store.clock.advance(by: .seconds(1))
      await store.finish()
    }
    #expect(
      lines == [
        "Did not receive 'b'.", "The state after 'd' is not the expected one.",
        "Received actions were not asserted before the end of the test.",
      ]
    )
  }

  @Test func `other effects that are waited for in vain are reported, and forgotten ones`() async {
    let texts = await texts {
      let store = TestStore {
        ScriptStore(options: $0) { (word: String) in
          .run(EffectOptions(id: EffectID(word))) { _ in try await EffectClock.current.sleep(for: .seconds(1)) }
        }
      }
      await store.send("a") { $0 = ["a"] }
      await store.receive("x")
      await store.send("b") { $0 = ["a", "b"] }
      await store.receive("x")
      await store.receive("x")
      await store.send("c") { $0 = ["a", "b", "c"] }
      await store.finish()
      await store.finish()
    }
    #expect(
      texts.map { $0.prefix(15) } == ["Did not receive", "Did not receive", "The test has en", "The test has en"]
    )
    #expect(texts.count == 4 && texts[2].contains("  1. effect 'c'") && !texts[2].contains("  2."))
    #expect(texts.count == 4 && texts[3].contains("  3. effect 'c'"))
  }

  @Test func `a test store that is forgotten does not repeat what a step has named`() async {
    let lines = await firstLines {
      let store = tested()
      await store.send("a") { $0 = ["a"] }
      await store.receive("b")
      await store.clock.advance(by: .seconds(1))
    }
    #expect(lines == ["Did not receive 'b'."])
  }

  @Test func `a change that comes late is left out`() async {
    let lines = await firstLines {
      let store = TestStore(observing: { $0.count }) {
        FeatureEngine.Store(initialState: Counting.State(), feature: Counting(), options: $0)
      }
      await store.send(.count)
      await store.clock.advance(by: .milliseconds(500))
      await store.expectChange { $0 = 1 }
      await store.clock.advance(by: .seconds(1))
      await store.receive(.counted)
      await store.finish()
    }
    #expect(lines == ["The state after the expected change is not the expected one."])
  }

  @Test func `a handler for which a step has waited is not reported again`() async {
    let lines = await firstLines {
      let store = TestStore(waitLimit: .zero) {
        ReduxBridge.Store(feature: Sleeping(), initialState: 0, options: $0)
      }
      await store.send(1) {
        $0 = 1
      } meanwhile: {
        await store.clock.advance(by: .milliseconds(900))
      }
      await store.send(1) { $0 = 2 }
      await store.finish(ignoring: .droppedActions)
      await store.clock.advance(by: .seconds(2))
      await store.skipReceived()
      await store.finish()
    }
    #expect(lines == ["Sent '1', but it was not handled."])
  }

  // MARK: Waiting

  @Test func `no step waits in real time for what sleeps on the clock`() async {
    let store = tested(waitLimit: .seconds(1_000))
    store.recorder.notify { MainActor.assumeIsolated { store.store.cancelAll() } }
    await store.send("a") { $0 = ["a"] }
    let texts = await texts { await store.receive("b") }
    // A wait would have cancelled the effect.
    #expect(texts.map { $0.contains("effect 'work'") } == [true])
    store.store.cancelAll()
    await store.finish()
  }

  @Test func `a step waits for an effect that does more than sleep`() async {
    let gate = Gate()
    let store = TestStore(waitLimit: .seconds(1_000)) {
      ScriptStore(options: $0) { (word: String) in
        guard word == "a" else { return .none }
        return .run { send in
          await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await EffectClock.current.sleep(for: .seconds(1)) }
            group.addTask { await gate.pass() }
            _ = await group.nextResult()
            group.cancelAll()
          }
          send("b")
        }
      }
    }
    store.recorder.notify { gate.open() }
    await store.send("a") { $0 = ["a"] }
    let texts = await texts { await store.receive("b") { $0 = ["a", "b"] } }
    #expect(texts == [])
    await store.finish()
  }

  @Test func `a step waits while an effect of another store on the executor may go on`() async {
    let gate = Gate()
    let sleeper = tested(waitLimit: .seconds(1_000))
    let other = ScriptStore(options: sleeper.store.runtime.table.options) { [store = sleeper.store] (_: String) in
      .run { _ in
        await gate.pass()
        store.enqueue("d")
      }
    }
    sleeper.recorder.notify { gate.open() }
    await sleeper.send("a") { $0 = ["a"] }
    other.send("go")
    let texts = await texts { await sleeper.receive("d") { $0 = ["a", "d"] } }
    #expect(texts == [])
    sleeper.store.cancelAll()
    await sleeper.finish()
  }

  // MARK: Far advances

  @Test(arguments: [(30, true), (29, false)])
  func `an advance far past the last sleep is a warning at its line`(seconds: Int, isFar: Bool) async {
    let store = TestStore {
      ScriptStore(options: $0) { (word: String) in
        guard word == "a" else { return .none }
        return .task { "b" }.debounce(id: "b", for: .milliseconds(295))
      }
    }
    await store.send("a") { $0 = ["a"] }
    let reports = await reports { await store.clock.advance(by: .seconds(seconds)) }
    let line = UInt(#line - 1)
    await store.receive("b") { $0 = ["a", "b"] }
    #expect(reports.map(\.line) == (isFar ? [line] : []))
    #expect(reports.allSatisfy { $0.isWarning })
    #expect(
      reports.map(\.text)
        == (isFar
          ? [
            """
            The clock was advanced by 30.0 seconds, and nothing sleeps on it after 0.295 seconds of that.

            The test passes with almost any other time that an effect waits, such as one in a wrong unit.

            Advance the clock by the time that the effect is to wait. This is a warning: the test does not fail.
            """
          ] : [])
    )
    await store.finish()
  }

  @Test func `an advance that ends no sleep, or the clock of a ticker, gets no warning`() async {
    let store = TestStore {
      ScriptStore(options: $0) { (word: String) in
        guard word == "a" else { return .none }
        return .run(EffectOptions(id: "ticks")) { _ in
          while true { try await EffectClock.current.sleep(for: .milliseconds(1)) }
        }
      }
    }
    let reports = await reports {
      await store.clock.advance(by: .seconds(1))
      await store.send("a") { $0 = ["a"] }
      await store.clock.advance(by: .seconds(1))
      store.store.cancelAll()
      await store.clock.advance(by: .seconds(1))
    }
    #expect(reports == [])
    await store.finish()
  }
}

private struct Counting: Feature {
  @Observable @MainActor
  final class State {
    var count = 0
  }

  enum Action: Equatable, Sendable {
    case count, counted
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      guard action == .count else { return .none }
      return .run(id: "count") { state, send in
        try await EffectClock.current.sleep(for: .seconds(1))
        state.count += 1
        try await EffectClock.current.sleep(for: .seconds(1))
        send(.counted)
      }
    }
  }
}

private struct Sleeping: FeatureType {
  typealias State = Int
  typealias Action = Int

  func reduce(into state: inout Int, action: Int) async {
    try? await EffectClock.current.sleep(for: .seconds(1))
    state += action
  }
}
