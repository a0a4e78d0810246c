import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Test stores of a store whose handler is suspended, by an action that no step has sent.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct SuspendedHandlerTests {
  private typealias Tested = TestStore<SuspendingStore<String>, [String]>

  private let gate = Gate()

  /// A store whose handler waits at the gate for "slow".
  private func tested(_ exhaustivity: Exhaustivity = .on, waitLimit: Duration = .zero) -> Tested {
    TestStore(exhaustivity: exhaustivity, waitLimit: waitLimit) { options in
      SuspendingStore(options: options) { [gate] word in
        if word == "slow" { await gate.pass() }
        return .none
      }
    }
  }

  private func begin(_ store: Tested) async {
    store.store.send("slow")
    await gate.waitForArrivals(1)
  }

  // It passed at once.
  @Test(arguments: [Unasserted(), .receivedActions])
  func `the end of a test waits for the handler, unless actions are ignored`(ignored: Unasserted) async {
    let store = tested(waitLimit: .seconds(1_000))
    store.recorder.notify { [gate] in gate.open() }
    await begin(store)
    let texts = await texts { await store.finish(ignoring: ignored) }
    #expect(gate.isOpen == ignored.isEmpty)
    #expect(texts.count == (ignored.isEmpty ? 1 : 0))
    #expect(texts.allSatisfy { $0.hasPrefix("Received actions were not asserted before the end of the test.") })
    #expect(texts.allSatisfy { $0.contains("  1. slow\n") })
    gate.open()
    await store.skipReceived()
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `a handler that does not return is reported at the end of the test`(exhaustivity: Exhaustivity) async {
    let store = tested(exhaustivity)
    await begin(store)
    let texts = await texts {
      await store.finish()
      await store.finish(ignoring: .receivedActions)
    }
    #expect(
      texts == [
        """
        The test has ended while the handler of 'slow' is suspended.

        Neither the action nor any behind it was handled: what they do was not asserted.

        Bring about what the handler waits for, such as the advance of a clock, raise the test store's 'waitLimit' for \
        work that takes real time, or pass 'ignoring: .receivedActions' to 'finish'.
        """
      ]
    )
    gate.open()
    await store.skipReceived()
  }

  @Test func `a handler that does not return is reported when the test store is released`() async {
    let texts = await texts { await begin(tested()) }
    #expect(
      texts == [
        """
        A test store was deallocated while the handler of 'slow' is suspended.

        Neither the action nor any behind it was handled: what they do was not asserted.

        Bring about what the handler waits for, such as the advance of a clock, and end the test with \
        'await store.finish()'.
        """
      ]
    )
    gate.open()
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `a handler that was ignored at the end is not reported at release`(exhaustivity: Exhaustivity) async {
    let texts = await texts {
      let store = tested(exhaustivity)
      await begin(store)
      if exhaustivity == .on { await store.finish(ignoring: .receivedActions) }
    }
    #expect(texts == [])
    gate.open()
  }

  /// A store whose handler waits on the clock of the test.
  private func sleeping() -> Tested {
    TestStore(waitLimit: .zero) { options in
      SuspendingStore(options: options) { _ in
        try? await EffectClock.current.sleep(for: .seconds(1))
        return .none
      }
    }
  }

  // It was to be checked that an effect or the test sends the action.
  @Test func `a step that waits behind the handler says so, and what to do`() async {
    let steps: [@MainActor (Tested) async -> Void] = [
      { await $0.receive("slow") },
      { await $0.receive(error: (any Error).self) },
      { await $0.expectChange { $0 = ["slow"] } },
    ]
    var texts: [String] = []
    for step in steps {
      let store = sleeping()
      store.store.send("slow")
      texts += await StoreTestingTests.texts { await step(store) }
      await store.clock.advance(by: .seconds(1))
      await store.receive("slow") { $0 = ["slow"] }
      await store.finish()
    }
    let end = """
      A handler has suspended and has not returned.

      The store's clock is at 0.0 seconds, and the next sleep on it ends at 1.0 seconds.

      Bring about what the handler waits for, such as the advance of a clock, or raise the test store's 'waitLimit' \
      for work that takes real time. \
      What may follow from this is not reported, until a step receives what it expects.
      """
    #expect(texts.count == 3)
    #expect(texts.first == "Did not receive 'slow'.\n\nNo action came. \(end)")
    for text in texts { #expect(text.hasSuffix(" \(end)"), "\(text)") }
  }

  @Test func `effects that run beside the handler are named, too`() async {
    let store = tested()
    store.store.launch(.run(EffectOptions(id: "poll")) { _ in try await untilCancelled() })
    await begin(store)
    let texts = await texts { await store.receive("slow") }
    #expect(
      texts == [
        """
        Did not receive 'slow'.

        No action came.
        A handler has suspended and has not returned.

        Effects are running, in the order of their launches:

          1. effect 'poll'

        The store's clock is at 0.0 seconds, and nothing sleeps on it.

        Bring about what the handler waits for, such as the advance of a clock, or raise the test store's 'waitLimit' \
        for work that takes real time. \
        What may follow from this is not reported, until a step receives what it expects.
        """
      ]
    )
    gate.open()
    await store.receive("slow") { $0 = ["slow"] }
    await store.finish(ignoring: .runningEffects)
  }
}
