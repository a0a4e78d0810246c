import FeatureEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// Errors that nothing handles, in the steps of a test store.
@MainActor
@Suite struct ErrorReceivingTests {
  private struct Offline: Error {}

  private struct Failure: Error, Equatable, CustomStringConvertible {
    let code: Int

    var description: String { "failure \(code)" }
  }

  private func store(_ script: @escaping @MainActor (String, TestClock) -> EffectProgram<String>) -> Script {
    Script { word, clock in word == "b" ? .none : script(word, clock) }
  }

  private func saving(_ codes: Int...) -> Script {
    store { _, _ in .merge(codes.map { code in .run(EffectOptions(id: "save")) { _ in throw Failure(code: code) } }) }
  }

  @Test func `an error that nothing handles fails the step in which it was thrown`() async {
    var line: UInt = 0
    let store = saving(1).tested()
    let reports = await reports {
      line = #line + 1
      await store.send("a") { $0 = ["a"] }
      await store.send("b") { $0 = ["a", "b"] }
      await store.finish()
    }
    #expect(
      reports == [
        Reported(
          text: """
            The effect 'save' threw failure 1, and nothing handles it.

            It was launched by the action a, from the send at \(#fileID):\(line).

            Expect it by 'receive(error:)', add a 'catch' to the effect, or give the store an 'onError'.
            """,
          line: line,
          file: #fileID
        )
      ]
    )
  }

  @Test func `an error thrown between two steps fails the second one, or the end`() async {
    for isLast in [true, false] {
      let script = store { _, clock in
        .run { _ in
          try await clock.sleep(for: .seconds(1))
          throw Offline()
        }
      }
      let store = script.tested()
      await store.send("a") { $0 = ["a"] }
      await script.clock.advance(by: .seconds(1))
      var line: UInt = 0
      let reports = await reports {
        line = isLast ? #line + 2 : #line + 4
        if isLast {
          await store.finish()
        } else {
          await store.send("b") { $0 = ["a", "b"] }
        }
      }
      #expect(reports.map(\.line) == [line])
      #expect(reports.first?.text.hasPrefix("The effect of a threw Offline(), and nothing handles it.\n\n") == true)
      await store.finish()
    }
  }

  @Test func `an error of a step is reported at its line, though others follow`() async {
    let script = store { _, _ in
      .run { send in
        send("b")
        throw Offline()
      }
    }
    let store = script.tested()
    var line: UInt = 0
    let reports = await reports {
      line = #line + 1
      await store.send("a") { $0 = ["a"] }
      await store.receive("b") { $0 = ["a", "b"] }
      await store.finish()
    }
    #expect(reports.map(\.line) == [line])
  }

  @Test func `an error thrown while an action is received is reported at the line of that`() async {
    let gate = Gate()
    let script = store { _, _ in
      .run { send in
        await gate.pass()
        send("b")
        throw Offline()
      }
    }
    let store = TestStore(script.store, waitLimit: .seconds(1_000))
    store.recorder.notify { gate.open() }
    var line: UInt = 0
    let reports = await reports {
      await store.send("a") { $0 = ["a"] }
      line = #line + 1
      await store.receive("b") { $0 = ["a", "b"] }
      await store.finish()
    }
    #expect(reports.map(\.line) == [line])
  }

  @Test func `an end that ignores everything ignores errors`() async {
    let store = saving(1).tested()
    let texts = await texts {
      await store.send("a") { $0 = ["a"] }
      await store.finish(ignoring: .all)
    }
    #expect(texts == [])
  }

  @Test func `an expected error fails nothing, before or after the actions of its effect`() async {
    let script = store { word, _ in
      word == "a"
        ? .run { send in
          send("c")
          throw Failure(code: 7)
        } : .none
    }
    for isFirst in [true, false] {
      let store = script.tested()
      await store.send("a") { $0.append("a") }
      if isFirst { await store.receive(error: Failure(code: 7)) }
      await store.receive("c") { $0.append("c") }
      if !isFirst {
        let error = await store.receive(error: Failure.self)
        #expect(error?.code == 7)
      }
      await store.finish()
    }
  }

  @Test func `receiving an error waits for it`() async {
    let gate = Gate()
    let script = store { _, _ in
      .run { _ in
        await gate.pass()
        throw Offline()
      }
    }
    let store = TestStore(script.store, waitLimit: .seconds(60))
    await store.send("a", exhaustivity: .off) { $0 = ["a"] }
    store.recorder.notify { gate.open() }
    await store.receive(error: (any Error).self)
    await store.finish()
  }

  @Test func `an error other than the expected one is a failure, and is taken`() async {
    let store = saving(1).tested()
    let line = #line + 1
    await store.send("a") { $0 = ["a"] }
    let texts = await texts { await store.receive(error: Offline.self) }
    #expect(
      texts == [
        """
        The effect 'save' threw failure 1 instead of an error of the type 'Offline'.

        It was launched by the action a, from the send at \(#fileID):\(line).

        Correct what the test expects, or what throws the error.
        """
      ]
    )
    await store.finish()
  }

  @Test func `errors are received in their order`() async {
    let script = store { _, _ in
      .sequence([
        .run { _ in throw Failure(code: 1) }.catch { _ in .none },
        .merge([.run { _ in throw Failure(code: 2) }, .run { _ in throw Failure(code: 3) }]),
      ])
    }
    let store = script.tested()
    await store.send("a") { $0 = ["a"] }
    await store.receive(error: Failure(code: 2))
    let texts = await texts { await store.receive(error: Failure(code: 4)) }
    #expect(texts.map { $0.hasPrefix("The effect of a threw failure 3 instead of the error 'failure 4'.") } == [true])
    await store.finish()
  }

  @Test func `an expected error that is not thrown fails the step`() async {
    let store = store { _, clock in .later("work", clock) }.tested()
    let idle = await texts { await store.receive(error: Failure(code: 1)) }
    #expect(
      idle == [
        """
        Did not receive the error 'failure 1'.

        There was no unhandled error. No effect is running.

        Check that an effect throws it, and that neither a 'catch' nor the store's 'onError' takes it.
        """
      ]
    )
    await store.send("a") { $0 = ["a"] }
    let busy = await texts { await store.receive(error: Offline.self) }
    #expect(
      busy == [
        """
        Did not receive an error of the type 'Offline'.

        There was no unhandled error. Effects are running, in the order of their launches:

          1. effect 'work'

        Advance the clock that they wait for, or raise the test store's 'waitLimit' for work that takes real time. \
        What may follow from this is not reported, until a step receives what it expects.
        """
      ]
    )
    await store.finish(ignoring: .runningEffects)
  }

  @Test func `an error fails a test store without exhaustivity, unless finish ignores it`() async {
    for ignored: Unasserted in [[], .errors] {
      let store = saving(1).tested(.off)
      await store.send("a")
      let texts = await texts { await store.finish(ignoring: ignored) }
      #expect(texts.count == (ignored.isEmpty ? 1 : 0))
    }
  }

  @Test func `a forgotten test store reports an unhandled error`() async {
    let reports = await reports {
      let store = saving(1).tested()
      await store.send("a") { $0 = ["a"] }
    }
    #expect(reports.map(\.text).map { $0.hasPrefix("The effect 'save' threw failure 1") } == [true])
  }

  @Test func `an error that comes while another is received is reported at the line of that`() async {
    let script = store { _, clock in
      .merge(
        [1, 2].map { code in
          .run { _ in
            try await clock.sleep(for: .seconds(1))
            throw Failure(code: code)
          }
        }
      )
    }
    let store = script.tested()
    var line: UInt = 0
    let reports = await reports {
      await store.send("a") { $0 = ["a"] }
      await script.clock.advance(by: .seconds(1))
      line = #line + 1
      await store.receive(error: Failure(code: 1))
      await store.finish()
    }
    #expect(reports.map(\.line) == [line])
  }

  @Test func `an error that goes to the store's own hook is handled`() async {
    var errors: [String] = []
    let store = TestStore(waitLimit: .zero) { options in
      var options = options
      options.onError = { error, _ in errors.append("\(error)") }
      return ScriptStore<String>(options: options) { _ in .run { _ in throw Failure(code: 1) } }
    }
    await store.send("a") { $0 = ["a"] }
    await store.finish()
    #expect(errors == ["failure 1"])
  }

  // MARK: Handlers that throw

  fileprivate struct Throwing: Feature {
    @MainActor
    @Observable
    final class State {
      var count = 0
    }

    enum Action { case fail }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, state in
        state.count += 1
        throw Offline()
      }
    }
  }

  @Test func `an unhandled error of a handler is reported, too`() async {
    let throwing = Store(initialState: Throwing.State(), feature: Throwing())
    let store = TestStore(throwing, observing: { $0.count })
    let line = #line + 1
    await store.send(.fail) { $0 = 1 }
    let texts = await texts { await store.finish() }
    #expect(
      texts == [
        """
        The handler of '.fail' threw Offline(), and nothing handles it.

        The action came from the send at \(#fileID):\(line).

        Expect it by 'receive(error:)', add a 'catch' to the effect, or give the store an 'onError'.
        """
      ]
    )
    await store.send(.fail) { $0 = 2 }
    await store.receive(error: Offline.self)
    await store.finish()
  }
}
