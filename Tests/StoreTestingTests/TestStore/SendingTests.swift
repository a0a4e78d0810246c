import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The assertions of a step that sends.
@MainActor
@Suite struct SendingTests {
  @Test func `an action that changes what is expected passes`() async {
    let store = Script().tested()
    await store.send("a") { $0 = ["a"] }
    await store.send("b") { $0.append("b") }
    await store.finish()
  }

  @Test func `a change that is not as expected fails where it was sent`() async {
    let store = Script().tested()
    var line: UInt = 0
    let reports = await reports {
      line = #line + 1
      await store.send("a") { $0 = ["b"] }
    }
    #expect(
      reports == [
        Reported(
          text: """
            The state after 'a' is not the expected one.

            - expected, + actual:

                [
              -   [0]: "b"
              +   [0]: "a"
                ]

            Make each expected change in the closure, or correct what changes the state.
            """,
          line: line,
          file: #fileID
        )
      ]
    )
  }

  @Test func `an action without a closure has to change nothing`() async {
    let store = Script().tested()
    let texts = await texts { await store.send("a") }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("The state after 'a' is not the expected one.") == true)
  }

  @Test func `after a failure the test continues from the actual state`() async {
    let store = Script().tested()
    #expect(await texts { await store.send("a") { $0 = ["x"] } }.count == 1)
    await store.send("b") { $0 = ["a", "b"] }
    await store.finish()
  }

  @Test func `the state of a step is the one that its action made, whatever follows`() async {
    let script = Script { word, _ in word == "a" ? .merge([.emit("b"), .now("c")]) : .none }
    let store = script.tested()
    await store.send("a") { $0 = ["a"] }
    #expect(store.store.state == ["a", "b", "c"])
    await store.receive("b") { $0.append("b") }
    await store.receive("c") { $0.append("c") }
    await store.finish()
  }

  @Test func `send returns the handle of the action`() async {
    let script = Script { word, clock in word == "a" ? .later("work", clock, "b") : .none }
    let store = script.tested()
    let handle = await store.send("a") { $0 = ["a"] }
    #expect(store.store.isTaskRunning(id: "work"))
    handle.cancel()
    #expect(!store.store.isTaskRunning(id: "work"))
    await store.finish()
  }

  @Test func `an action that was received has to be asserted before the next one is sent`() async {
    let script = Script { word, _ in word == "a" ? .now("b", "c") : .none }
    let store = script.tested()
    await store.send("a") { $0 = ["a"] }
    let texts = await texts { await store.send("d") { $0.append("d") } }
    #expect(
      texts == [
        """
        Received actions were not asserted before 'd'.

        The store has handled, in this order:

          1. b
          2. c

        Assert them by 'receive' before, skip them by 'skipReceived()', or set 'exhaustivity: .off'.
        """
      ]
    )
    await store.finish()
  }

  @Test func `an action from outside before the step is left to be asserted, and reported`() async {
    let store = Script().tested()
    store.store.enqueue("x")
    let texts = await texts { await store.send("a") { $0 = ["x", "a"] } }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("  1. x\n\n") == true)
  }

  @Test func `two equal actions are distinguished`() async {
    let script = Script { word, _ in word == "a" ? .emit("a!") : .none }
    let store = script.tested()
    store.store.send("a")
    await store.receive("a") { $0 = ["a"] }
    await store.receive("a!") { $0 = ["a", "a!"] }
    for _ in 1...2 {
      await store.send("a") { $0.append("a") }
      await store.receive("a!") { $0.append("a!") }
    }
    await store.finish()
  }

  @Test func `a test store ignores what happened before it was made`() async {
    let script = Script()
    script.store.send("before")
    let store = script.tested()
    await store.send("a") { $0 = ["before", "a"] }
    await store.finish()
  }

  @Test func `an error of the closure fails the step`() async {
    struct Failure: Error {}
    let store = Script().tested()
    let texts = await texts { await store.send("a") { _ in throw Failure() } }
    #expect(
      texts == [
        """
        The state after 'a' was not compared.

        The closure that makes the expected changes threw an error: Failure()

        Correct what the closure asks for, or what changes the state.
        """
      ]
    )
    await store.send("b") { $0 = ["a", "b"] }
    await store.finish()
  }

  // MARK: Handlers that suspend

  /// A store whose handler waits at a gate.
  private func suspending(_ gate: Gate) -> SuspendingStore<String> {
    SuspendingStore(options: StoreOptions(executor: TestExecutor())) { word in
      if word == "slow" { await gate.pass() }
      return word == "slow" ? .emit("done") : .none
    }
  }

  @Test func `send waits for a handler that suspends`() async {
    let gate = Gate()
    let store = TestStore(suspending(gate), waitLimit: .seconds(60))
    // Opened by another thread, which the executor does not see.
    Task.detached {
      await gate.waitForArrivals(1)
      gate.open()
    }
    await store.send("slow") { $0 = ["slow"] }
    await store.receive("done") { $0.append("done") }
    await store.finish()
  }

  @Test func `the meanwhile closure resumes a suspended handler`() async {
    let gate = Gate()
    let store = TestStore(suspending(gate), waitLimit: .zero)
    await store.send("slow") {
      $0 = ["slow"]
    } meanwhile: {
      gate.open()
    }
    await store.receive("done") { $0.append("done") }
    await store.finish()
  }

  @Test(arguments: [Duration.zero, .microseconds(1)])
  func `a handler that does not return fails the step, without a hang`(waitLimit: Duration) async {
    let gate = Gate()
    let store = TestStore(suspending(gate), waitLimit: waitLimit)
    let texts = await texts { await store.send("slow") { $0 = ["slow"] } }
    #expect(
      texts == [
        """
        Sent 'slow', but it was not handled.

        A handler has suspended and has not returned.

        Bring about what it waits for in the closure 'meanwhile', such as the advance of a clock, or raise the test \
        store's 'waitLimit' for work that takes real time. \
        What may follow from this is not reported, until a step receives what it expects.
        """
      ]
    )
    gate.open()
    await store.receive("slow") { $0 = ["slow"] }
    await store.receive("done") { $0.append("done") }
    await store.finish()
  }

  @Test func `an action whose handler began before the test store was made is not received`() async {
    let gate = Gate()
    let store = suspending(gate)
    store.send("slow")
    let tested = TestStore(store, waitLimit: .zero)
    gate.open()
    await tested.receive("done") { $0 = ["slow", "done"] }
    await tested.finish()
  }

  @Test func `an action queued for another's effects is reported as waiting`() async {
    let script = Script()
    let clock = script.clock
    let sequential = ScriptStore(
      String.self,
      options: StoreOptions(executor: script.executor),
      ordering: .sequential
    ) { $0 == "first" ? .later("work", clock) : .none }
    let store = TestStore(sequential, waitLimit: .zero)
    await store.send("first") { $0 = ["first"] }
    let texts = await texts { await store.send("second") }
    #expect(texts.count == 1)
    #expect(
      texts.first?.contains("\n\nIt waits in the store for the effects of an action before it.\n\n") == true
    )
    await clock.advance(by: .seconds(1))
    await store.receive("second") { $0.append("second") }
    await store.send("third") { $0.append("third") }
    await store.finish()
  }

  @Test func `a cancelled test does not wait`() async {
    let gate = Gate()
    let store = TestStore(suspending(gate), waitLimit: .seconds(600))
    let test = Task {
      await texts { await store.send("slow") }
    }
    await gate.waitForArrivals(1)
    test.cancel()
    #expect(await test.value.count == 1)
    gate.open()
    await store.skipReceived()
    await store.finish()
  }

  @Test func `an action that a stopped store drops is reported as dropped`() async {
    let store = Script().tested()
    store.store.runtime.stop()
    let texts = await texts { await store.send("a") { $0 = ["a"] } }
    #expect(
      texts == [
        """
        Sent 'a', but it was not handled.

        The store has dropped it: the store is stopped, or the action was cancelled before it was handled.

        Let the store begin before, as 'appear()' does for a host, and do not cancel the action.
        """
      ]
    )
    // It was reported once.
    await store.finish()
  }

  @Test func `actions already on their way are handled before the step's, and left to be asserted`() async {
    let script = Script { word, _ in word == "a" ? .now("b") : .none }
    let store = script.tested()
    script.store.send("a")
    let texts = await texts { await store.send("c") { $0 = ["a", "b", "c"] } }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("  1. a\n  2. b\n\n") == true)
    await store.finish()
  }

  @Test func `a step reports its own dropped action, and leaves others for the end`() async {
    let store = Script().tested()
    store.store.runtime.stop()
    let sent = await texts {
      await store.send("a") {
        $0 = ["a"]
      } meanwhile: {
        store.store.send("b")
      }
    }
    #expect(sent.count == 1)
    let left = await texts { await store.finish() }
    #expect(left.count == 1)
    #expect(left.first?.contains("1. b") == true)
    #expect(left.first?.contains("2.") == false)
  }

  @Test func `a step reports its own dropped action, and not one that was dropped before`() async {
    let store = Script().tested()
    store.store.runtime.stop()
    store.store.send("b")
    let sent = await texts { await store.send("a") { $0 = ["a"] } }
    #expect(sent.count == 1)
    let left = await texts { await store.finish() }
    #expect(left.count == 1)
    #expect(left.first?.contains("1. b") == true)
    #expect(left.first?.contains("2.") == false)
  }

  @Test func `a step in a loop is not taken for dropped because the one before it was`() async {
    let gate = Gate()
    let engine = suspending(gate)
    let store = TestStore(engine, exhaustivity: .off, waitLimit: .zero)
    engine.send("slow")
    let texts = await texts {
      for _ in 1...2 {
        await store.send("a")
        // Drops what waits for the handler, which goes on.
        engine.runtime.stop()
        engine.runtime.start()
        // The second one would follow from the first.
        await store.skipReceived()
      }
    }
    #expect(texts.count == 2)
    #expect(texts.allSatisfy { $0.contains("\n\nA handler has suspended and has not returned.\n\n") })
    gate.open()
    await store.skipReceived()
    await store.finish(ignoring: .droppedActions)
  }

  @Test func `send waits for its own action, though another one has come`() async {
    let gates = ["a": Gate(), "b": Gate()]
    let engine = SuspendingStore(String.self, options: StoreOptions(executor: TestExecutor())) { word in
      await gates[word]?.pass()
      return .none
    }
    let store = TestStore(engine, exhaustivity: .off, waitLimit: .seconds(1_000))
    let closed = Locked(["b", "a"])
    store.recorder.notify {
      let word = closed.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let word { gates[word]?.open() }
    }
    engine.enqueue("b")
    let texts = await texts { await store.send("a") { $0 = ["b", "a"] } }
    #expect(texts == [])
    #expect(engine.state == ["b", "a"])
    await store.finish()
  }
}
