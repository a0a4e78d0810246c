import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Reports of the clock that running effects may wait for.
@MainActor
@Suite struct ClockReportTests {
  struct Offline: Error {}

  /// A test store of words, each of which is an effect that runs for a second on a clock.
  private func tested(sleepingOn clock: TestClock? = nil) -> Script.Tested {
    TestStore(waitLimit: .zero) {
      ScriptStore(options: $0) { word in
        .run(EffectOptions(id: "work")) { send in
          try await (clock ?? EffectClock.current).sleep(for: .seconds(1))
          send("\(word) done")
        }
      }
    }
  }

  @Test func `an effect that is left has the line of the clock`() async {
    let lines = """
        1. effect 'work'

      The store's clock is at 0.2 seconds, and the next sleep on it ends at 1.0 seconds.
      """
    let finished = await texts {
      let store = tested()
      await store.send("a") { $0 = ["a"] }
      await store.clock.advance(by: .milliseconds(200))
      await store.finish()
    }
    let forgotten = await texts {
      let store = tested()
      await store.send("a") { $0 = ["a"] }
      await store.clock.advance(by: .milliseconds(200))
    }
    #expect((finished.count, forgotten.count) == (1, 1))
    #expect((finished + forgotten).allSatisfy { $0.contains(lines) }, "\(finished) \(forgotten)")
  }

  @Test func `a clock that is not advanced far enough is reported with the next deadline`() async {
    let store = tested()
    await store.send("a") { $0 = ["a"] }
    await store.clock.advance(by: .milliseconds(999))
    let texts = await texts { await store.receive("a done") }
    #expect(
      texts == [
        """
        Did not receive 'a done'.

        No action came.
        Effects are running, in the order of their launches:

          1. effect 'work'

        The store's clock is at 0.999 seconds, and the next sleep on it ends at 1.0 seconds.

        Advance the clock that they wait for, or raise the test store's 'waitLimit' for work that takes real time. \
        What may follow from this is not reported, until a step receives what it expects.
        """
      ]
    )
    await store.finish(ignoring: .runningEffects)
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `a change that has not come is told apart from a wrong one`(exhaustivity: Exhaustivity) async {
    let store = tested()
    await store.send("a") { $0 = ["a"] }
    let running = await texts { await store.expectChange(exhaustivity: exhaustivity) { $0 = ["b"] } }
    await store.clock.advance(by: .seconds(1))
    await store.receive("a done") { $0 = ["a", "a done"] }
    store.store.cancelAll()
    let idle = await texts { await store.expectChange(exhaustivity: exhaustivity) { $0 = ["a", "b"] } }
    let why = "\n\nNothing has changed since the last step. "
    #expect((running.count, idle.count) == (1, 1))
    #expect(
      running.first?.hasSuffix(
        """
        \(why)Effects are running, in the order of their launches:

          1. effect 'work'

        The store's clock is at 0.0 seconds, and the next sleep on it ends at 1.0 seconds.

        Advance the clock that they wait for, or raise the test store's 'waitLimit' for work that takes real time. \
        What may follow from this is not reported, until a step receives what it expects.
        """
      ) == true
    )
    #expect(
      idle.first?.hasSuffix(
        """
        \(why)No effect is running.

        Check that a task or the test makes the change, and that no earlier step has asserted it.
        """
      ) == true
    )
    await store.finish()
  }

  @Test func `an effect that waits for something else is told apart`() async {
    let steps: [@MainActor (Script.Tested) async -> Void] = [
      { await $0.receive("a done") }, { await $0.receive(error: Offline.self) },
    ]
    var texts: [String] = []
    for step in steps {
      let store = tested(sleepingOn: TestClock(executor: TestExecutor()))
      await store.send("a") { $0 = ["a"] }
      await store.clock.advance(by: .seconds(1))
      texts += await StoreTestingTests.texts { await step(store) }
      await store.finish(ignoring: .runningEffects)
    }
    let sentence = "\n\nThe store's clock is at 1.0 seconds, and nothing sleeps on it.\n\nAdvance the clock"
    #expect(texts.count == 2)
    #expect(texts.allSatisfy { $0.contains(sentence) })
  }
}
