import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The assertions of a step that receives.
@MainActor
@Suite struct ReceivingTests {
  @Test func `actions of effects are received in their order`() async {
    let script = Script { word, clock in word == "a" ? .later("work", clock, "b", "c") : .none }
    let store = script.tested()
    await store.send("a") { $0 = ["a"] }
    await script.clock.advance(by: .seconds(1))
    await store.receive("b") { $0 = ["a", "b"] }
    await store.receive("c") { $0 = ["a", "b", "c"] }
    await store.finish()
  }

  @Test func `actions from outside are received as well`() async {
    let store = Script().tested()
    store.store.enqueue("a")
    store.store.send("b")
    store.store.launch(.emit("c"))
    await store.receive("a") { $0 = ["a"] }
    await store.receive("b") { $0.append("b") }
    await store.receive("c") { $0.append("c") }
    await store.finish()
  }

  @MainActor
  private protocol Mistake {
    func make() async
  }

  private struct UnwrappedBool: Mistake {
    let store: Script.Tested

    // Called by the protocol, to avoid the warning.
    @available(*, deprecated)
    func make() async { await store.receive(unwrapping: \.isEmpty) }
  }

  @Test func `a value that is not optional accepts no action`() async {
    let store = Script().tested()
    store.store.send("a")
    let mistake: any Mistake = UnwrappedBool(store: store)
    let texts = await texts { await mistake.make() }
    #expect(
      texts == [
        """
        A test store was to receive an action by a 'Bool', which is not optional.

        Each action has such a value, so that each would be accepted.

        Use 'receive(where:)' for a condition, and 'receive(unwrapping:)' for what only the expected action has.
        """
      ]
    )
    await store.skipReceived()
    await store.finish()
  }

  @Test func `an action other than the expected one fails with the difference, and is taken`() async {
    let script = Script { word, _ in word == "a" ? .now("b", "c") : .none }
    let store = script.tested()
    await store.send("a") { $0 = ["a"] }
    var line: UInt = 0
    let reports = await reports {
      line = #line + 1
      await store.receive("x") { $0.append("x") }
    }
    #expect(
      reports == [
        Reported(
          text: """
            Received 'b' instead of 'x'.

            - expected, + actual:

              - "x"
              + "b"

            Correct what the test expects, or what sends the action.
            """,
          line: line,
          file: #fileID
        )
      ]
    )
    await store.receive("c") { $0 = ["a", "b", "c"] }
    await store.finish()
  }

  @Test func `an action that comes after others fails only because of those`() async {
    let script = Script { word, _ in word == "a" ? .now("b", "c", "d") : .none }
    let store = script.tested()
    await store.send("a") { $0 = ["a"] }
    let texts = await texts { await store.receive("d") { $0.append("d") } }
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

  @Test func `a change that is not as expected fails where its action is received`() async {
    let script = Script { word, _ in word == "a" ? .now("b") : .none }
    let store = script.tested()
    await store.send("a") { $0 = ["a"] }
    var line: UInt = 0
    let reports = await reports {
      line = #line + 1
      await store.receive("b")
    }
    #expect(reports.map(\.line) == [line])
    #expect(reports.first?.text.hasPrefix("The state after 'b' is not the expected one.\n\n- expected,") == true)
    await store.finish()
  }

  @Test func `if nothing comes and nothing runs, the failure says so`() async {
    let store = Script().tested()
    let texts = await texts { await store.receive("a") }
    #expect(
      texts == [
        """
        Did not receive 'a'.

        No action came. No effect is running.

        Check that an effect or the test sends it, and that no earlier assertion has taken it.
        """
      ]
    )
  }

  @Test func `if effects are still running, the failure names them`() async {
    let script = Script { word, clock in
      word == "a" ? .merge([.later("one", clock, "b"), .later(nil, clock), .stream(AsyncStream.never)]) : .none
    }
    let store = script.tested()
    await store.send("a") { $0 = ["a"] }
    let texts = await texts { await store.receive("b") { $0.append("b") } }
    #expect(
      texts == [
        """
        Did not receive 'b'.

        No action came.
        Effects are running, in the order of their launches:

          1. effect 'one'
          2. effect without a name
          3. stream without a name

        Advance the clock that they wait for, or raise the test store's 'waitLimit' for work that takes real time. \
        What may follow from this is not reported, until a step receives what it expects.
        """
      ]
    )
    store.store.cancel(.all)
    await store.finish()
  }

  @Test func `a step waits for work that the executor does not see`() async {
    let gate = Gate()
    let script = Script { word, _ in
      guard word == "a" else { return .none }
      return .run { send in
        await gate.pass()
        send("b")
      }
    }
    let store = TestStore(script.store, waitLimit: .seconds(60))
    await store.send("a") { $0 = ["a"] }
    // Opened by another thread, which the executor does not see.
    Task.detached {
      await gate.waitForArrivals(1)
      gate.open()
    }
    await store.receive("b") { $0.append("b") }
    await store.finish()
  }

  @Test func `a skip drops the received actions`() async {
    let script = Script { word, _ in word == "a" ? .now("b", "c") : .none }
    let store = script.tested()
    await store.send("a") { $0 = ["a"] }
    await store.skipReceived()
    await store.send("d") { $0 = ["a", "b", "c", "d"] }
    await store.finish()
  }

  // MARK: Actions that are not equatable

  private enum Answer: Sendable {
    case ask
    case found(@Sendable () -> [String])
    case done

    var found: [String]? { if case .found(let words) = self { words() } else { nil } }
    var findsSwift: Bool { found == ["swift"] }
    var isDone: Bool { if case .done = self { true } else { false } }
  }

  private func answering() -> TestStore<ScriptStore<Answer>, Int> {
    let store = ScriptStore<Answer>(options: StoreOptions(executor: TestExecutor())) { answer in
      guard case .ask = answer else { return .none }
      return .sequence([.emit(.found { ["swift"] }), .emit(.done)])
    }
    return TestStore(store, observing: \.count, waitLimit: .zero)
  }

  @Test func `an action is received by a predicate`() async {
    let store = answering()
    await store.send(.ask) { $0 = 1 }
    await store.receive(where: \.findsSwift) { $0 = 2 }
    await store.receive(where: \.isDone) { $0 = 3 }
    await store.finish()
  }

  @Test func `an action is received by a comparison with the expected one`() async {
    let store = answering()
    await store.send(.ask) { $0 = 1 }
    await store.receive(.found { ["swift"] }, by: { $0.found == $1.found }, { $0 = 2 })
    let texts = await texts { await store.receive(.ask, by: { $0.isDone == $1.isDone }, { $0 = 3 }) }
    #expect(texts.map { $0.prefix { $0 != "\n" } } == ["Received '.done' instead of '.ask'."])
    await store.finish()
  }

  @Test func `an action that the predicate does not accept fails`() async {
    let store = answering()
    await store.send(.ask) { $0 = 1 }
    await store.receive(where: \.findsSwift) { $0 = 2 }
    let texts = await texts { await store.receive(where: \.findsSwift) { $0 = 3 } }
    #expect(
      texts == [
        """
        Received '.done' instead of an action that the predicate accepts.

        It is the first action that was not asserted, and no later one matches.

        Correct what the test expects, or what sends the action.
        """
      ]
    )
    await store.finish()
  }

  @Test func `an action is received by its payload`() async {
    let store = answering()
    await store.send(.ask) { $0 = 1 }
    await store.receive(unwrapping: \.found) { count, found in
      count += found.count
    }
    let texts = await texts { await store.receive(unwrapping: \.found) }
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix("Received '.done' instead of an action with a 'Array<String>' to unwrap.\n\n") == true
    )
    await store.finish()
  }
}

extension AsyncStream where Element == String {
  /// A stream that never yields.
  fileprivate static var never: AsyncStream { AsyncStream { _ in } }
}
