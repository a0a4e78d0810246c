import EffectViewEngine
import Observation
import StoreTesting
import Testing
import _StoreTestSupport

/// Changes of the state that no action made.
@MainActor
@Suite struct ChangeTests {
  private typealias Host = EffectHost<Int, String, Void>

  private struct Failure: Error {}

  private let host = Host(state: 0, options: .tested) { count, event in
    count += 1
    return event == "emit" ? .event("next") : nil
  }

  private func tested(_ exhaustivity: Exhaustivity = .on) -> TestStore<Host, Int> {
    TestStore(host, exhaustivity: exhaustivity, waitLimit: .zero)
  }

  @Test func `a change from outside is asserted`() async {
    let store = tested()
    host.state = 5
    await store.expectChange { $0 = 5 }
    await store.send("a") { $0 = 6 }
    await store.finish()
  }

  @Test func `a change other than the expected one fails`() async {
    let store = tested()
    host.state = 5
    var line: UInt = 0
    let reports = await reports {
      line = #line + 1
      await store.expectChange { $0 = 4 }
    }
    #expect(
      reports == [
        Reported(
          text: """
            The state after the expected change is not the expected one.

            - expected, + actual:

              - 4
              + 5

            Make each expected change in the closure, or correct what changes the state.
            """,
          line: line,
          file: #fileID
        )
      ]
    )
    await store.finish()
  }

  @Test func `a change may be asserted without exhaustivity, in a test store that has it`() async {
    let store = tested()
    host.send("a")
    host.state = 5
    await store.expectChange(exhaustivity: .off) { $0 = 5 }
    await store.finish()
  }

  // The closure began behind the action that was skipped, and so changed nothing or too much.
  @Test(arguments: [true, false])
  func `without exhaustivity, a change begins with the last step, though actions were skipped`(adds: Bool) async {
    let store = tested(.off)
    await store.send("a") { $0 = 1 }
    host.send("b")
    await store.expectChange { $0 = adds ? $0 + 1 : 2 }
    host.state = 5
    host.send("c")
    await store.expectChange { $0 = adds ? $0 + 4 : 6 }
    await store.finish()
  }

  @Test func `a change that has not come is told apart from a wrong one behind a skipped action, too`() async {
    let store = tested(.off)
    host.send("a")
    let texts = await texts { await store.expectChange { $0 = 5 } }
    #expect(texts.count == 1)
    #expect(
      texts.first?.contains("\n\nNothing has changed since the last action. No effect is running.\n\n") == true
    )
    await store.finish()
  }

  @Test func `a change is waited for, though an action has changed the state before`() async {
    let gate = Gate()
    let store = TestStore(host, exhaustivity: .off, waitLimit: .seconds(1_000))
    let host = host
    host.launch(
      .runOnMainActor { _ in
        await gate.pass()
        host.state = 5
      }
    )
    host.send("a")
    store.recorder.notify { gate.open() }
    await store.expectChange { $0 = 5 }
    await store.finish()
  }

  // It was said that no effect is running.
  @Test func `an effect that was cancelled and has not ended is named where a change is awaited`() async {
    let gate = Gate()
    let store = tested()
    let host = host
    host.launch(
      .runOnMainActor(EffectOptions(id: "stubborn")) { _ in
        await gate.pass()
        host.state = 5
      }
    )
    await gate.waitForArrivals(1)
    host.cancel(id: "stubborn")
    let texts = await texts { await store.expectChange { $0 = 5 } }
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasSuffix(
        """
        Nothing has changed since the last step. Cancelled effects that have not ended, in the order of their launches:

          1. effect 'stubborn'

        Bring about what they wait for, or raise the test store's 'waitLimit' for work that takes real time. \
        What may follow from this is not reported, until a step receives what it expects.
        """
      ) == true
    )
    store.waitLimit = .seconds(1_000)
    gate.open()
    await store.expectChange { $0 = 5 }
    await store.finish()
  }

  @Test func `an error thrown while a change is expected is reported at the line of that`() async {
    let gate = Gate()
    let store = TestStore(host, waitLimit: .seconds(1_000))
    let host = host
    host.launch(
      .runOnMainActor { _ in
        await gate.pass()
        host.state = 5
        throw Failure()
      }
    )
    store.recorder.notify { gate.open() }
    var line: UInt = 0
    let reports = await reports {
      line = #line + 1
      await store.expectChange { $0 = 5 }
      await store.finish()
    }
    #expect(reports.map(\.line) == [line])
  }

  @Test func `a change that is not asserted fails the next step only`() async {
    let store = tested()
    host.state = 5
    let texts = await texts { await store.send("a") { $0 += 1 } }
    #expect(
      texts == [
        """
        The state was changed without an action before 'a', and no step has asserted it.

        - asserted, + actual:

          - 0
          + 5

        Assert it by 'expectChange' before, or set 'exhaustivity: .off'.
        """
      ]
    )
    await store.finish()
  }

  @Test func `a change that is not asserted is found at the end, unless it is ignored`() async {
    for isIgnored in [true, false] {
      let store = tested()
      host.state += 5
      let texts = await texts { await store.finish(ignoring: isIgnored ? .stateChanges : []) }
      #expect(texts.count == (isIgnored ? 0 : 1))
      #expect(texts.allSatisfy { $0.hasPrefix("The state was changed without an action before the end of the test") })
    }
  }

  @Test func `a change that is not asserted is skipped without exhaustivity, and shown on request`() async {
    let store = tested(.off)
    host.state = 5
    #expect(await texts { await store.send("a") { $0 = 6 } }.isEmpty)
    host.state = 7
    store.exhaustivity = .off(showsSkipped: true)
    let texts = await texts { await store.send("b") { $0 = 8 } }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("Changes of the state before 'b' were skipped.") == true)
    await store.finish()
  }

  @Test func `a test store released without finish reports an unasserted change where it was made`() async {
    var line: UInt = 0
    let reports = await reports {
      line = #line + 1
      let store = TestStore(host, waitLimit: .zero)
      await store.send("a") { $0 = 1 }
      host.state = 5
    }
    #expect(
      reports == [
        Reported(
          text: """
            A test store was deallocated with a change of the state that no action has made and no step asserted.

            - asserted, + actual:

              - 1
              + 5

            Assert it by 'expectChange', and end the test with 'await store.finish()'.
            """,
          line: line,
          file: #fileID
        )
      ]
    )
  }

  @Test func `a change that was asserted, or came with an action, is not reported at release`() async {
    let reports = await reports {
      do {
        let store = tested()
        host.state = 5
        await store.expectChange { $0 = 5 }
      }
      do {
        let store = tested()
        host.state = 7
        host.send("a")
        _ = store
      }
    }
    #expect(
      reports.map { $0.text.prefix { $0 != "\n" } } == [
        "A test store was deallocated with received actions that were not asserted."
      ]
    )
  }

  @Test func `a change by an action that was not received is not reported as one without an action`() async {
    let reports = await reports {
      let store = tested()
      host.send("a")
      host.state = 1
      _ = store
    }
    #expect(
      reports.map { $0.text.prefix { $0 != "\n" } } == [
        "A test store was deallocated with received actions that were not asserted."
      ]
    )
  }

  @Test func `a change that was asserted, undone or ignored is not reported at release`() async {
    let reports = await reports {
      let asserted = tested()
      host.state = 5
      await asserted.expectChange { $0 = 5 }
      await asserted.send("a") { $0 = 6 }
      let takenBack = tested()
      host.state = 7
      host.state = 6
      let indifferent = tested(.off)
      host.state = 8
      await asserted.finish(ignoring: .stateChanges)
      await takenBack.finish(ignoring: .stateChanges)
      _ = indifferent
    }
    #expect(reports.isEmpty)
  }

  @Test func `received actions have to be asserted before a change`() async {
    let store = tested()
    await store.send("emit") { $0 = 1 }
    host.state = 5
    let texts = await texts { await store.expectChange { $0 = 5 } }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("Received actions were not asserted before the expected change.") == true)
    await store.finish()
  }

  // MARK: Objects

  private final class Reference: Equatable {
    var count = 0
    static func == (lhs: Reference, rhs: Reference) -> Bool { lhs.count == rhs.count }
  }

  @Test func `a state that is an object is reported as needing a value`() async {
    let host = EffectHost<Reference, Int, Void>(state: Reference()) { _, _ in nil }
    var line: UInt = 0
    let reports = await reports {
      line = #line + 1
      _ = TestStore(host)
    }
    #expect(
      reports == [
        Reported(
          text: """
            A test store observes a 'Reference', which is an object.

            An object does not keep its old state: its state before an action cannot be compared with the one after.

            Take a value out of it: 'TestStore(store, observing: { Snapshot(count: $0.count) })'.
            """,
          line: line,
          file: #fileID
        )
      ]
    )
  }

  // MARK: Values that look alike

  private struct Secret: Equatable, CustomReflectable {
    var value = 0
    var customMirror: Mirror { Mirror(self, children: ["name": "secret"]) }
  }

  @Test func `values that differ and look alike are reported`() async {
    let host = EffectHost<Secret, Int, Void>(state: Secret(), options: .tested) { secret, event in
      secret.value = event
      return nil
    }
    let store = TestStore(host, waitLimit: .zero)
    let texts = await texts { await store.send(1) }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("The state after '1' is not the expected one.\n\n- expected, + actual:") == true)
  }
}

extension StoreOptions {
  /// With an executor that can be settled.
  fileprivate static var tested: StoreOptions { StoreOptions(executor: TestExecutor()) }
}
