import EffectViewEngine
import FeatureEngine
import Observation
import StoreCore
import Testing
import _StoreTestSupport

@testable import StoreTesting

/// A step that expects a change waits only until the change has come.
///
/// A step that waits for longer is woken by the test, and then fails it.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct ChangeWaitTests {
  fileprivate struct Loading: Feature {
    @Observable
    @MainActor
    final class State {
      var items: [String] = []
    }

    enum Action { case none }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, _ in .none }
    }
  }

  private let gate = Gate()
  private let never = Gate()
  private let options = StoreOptions(executor: TestExecutor())

  @Test func `a write to an object ends the wait, though its task goes on`() async {
    let loading = FeatureEngine.Store(initialState: Loading.State(), feature: Loading(), options: options)
    let store = TestStore(loading, observing: { $0.items }, waitLimit: .seconds(1_000))
    let (state, recorder) = (loading.state, store.recorder)
    let isWoken = Locked(false)
    loading.launch(
      .runOnMainActor { [gate, never] _ in
        await gate.pass()
        let count = recorder.eventCount
        state.items = ["a"]
        isWoken.withLock { $0 = recorder.eventCount > count }
        recorder.wake()
        await never.pass()
      }
    )
    recorder.notify { [gate] in gate.open() }
    await store.expectChange { $0 = ["a"] }
    #expect(isWoken.withLock { $0 })
    never.open()
    await store.finish()
  }

  /// A test store of the number of events, and of an effect that changes it at the gate and goes on.
  private func tested(_ exhaustivity: Exhaustivity) -> TestStore<EffectHost<Int, String, Void>, Int> {
    let host = EffectHost<Int, String, Void>(state: 0, options: options) { count, _ in
      count += 1
      return nil
    }
    host.launch(
      .runOnMainActor { [gate, never] _ in
        await gate.pass()
        host.state = 5
        await never.pass()
      }
    )
    return TestStore(host, exhaustivity: exhaustivity, waitLimit: .seconds(1_000))
  }

  @Test func `without exhaustivity, an action that is skipped does not prolong the wait`() async {
    let store = tested(.off)
    store.store.send("a")
    store.recorder.notify { [gate, never] in
      // The second time.
      if gate.isOpen { never.open() }
      gate.open()
    }
    await store.expectChange { $0 = 5 }
    #expect(gate.isOpen)
    #expect(!never.isOpen)
    never.open()
    await store.finish()
  }

  @Test func `a step that has failed by an action that was not asserted does not wait`() async {
    let store = tested(.on)
    store.store.send("a")
    store.recorder.notify { [gate, never] in
      never.open()
      gate.open()
    }
    let texts = await texts { await store.expectChange { $0 = 5 } }
    #expect(texts.first?.hasPrefix("Received actions were not asserted before the expected change.") == true)
    #expect(!gate.isOpen)
    never.open()
    gate.open()
    await store.finish(ignoring: .stateChanges)
  }
}
