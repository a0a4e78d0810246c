import EffectViewEngine
import Foundation
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The findings at the end of a test.
@MainActor
@Suite struct FinishingTests {
  /// What each test leaves, and the report of it.
  private func check(
    _ store: Script.Tested,
    ignoring ignored: Unasserted,
    says text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let other = await texts { await store.finish(ignoring: Unasserted.all.subtracting(ignored)) }
    #expect(other == [text], sourceLocation: sourceLocation)
  }

  @Test func `a store with nothing left passes`() async {
    let script = Script { word, clock in word == "a" ? .later("work", clock, "b") : .none }
    let store = script.tested()
    await store.send("a") { $0 = ["a"] }
    await script.clock.advance(by: .seconds(1))
    await store.receive("b") { $0 = ["a", "b"] }
    let reports = await reports { await store.finish() }
    #expect(reports.isEmpty)
  }

  @Test func `received actions that were not asserted are reported`() async {
    let script = Script { word, _ in word == "a" ? .now("b", "c") : .none }
    for ignored: Unasserted in [[], .receivedActions] {
      let store = script.tested()
      await store.send("a") { $0.append("a") }
      var line: UInt = 0
      let reports = await reports {
        line = #line + 1
        await store.finish(ignoring: ignored)
      }
      guard ignored.isEmpty else {
        #expect(reports.isEmpty)
        continue
      }
      #expect(
        reports == [
          Reported(
            text: """
              Received actions were not asserted before the end of the test.

              The store has handled, in this order:

                1. b
                2. c

              Assert them by 'receive' before, skip them by 'skipReceived()', or set 'exhaustivity: .off'.
              """,
            line: line,
            file: #fileID
          )
        ]
      )
    }
  }

  @Test func `running and waiting effects are named in the order of their launches`() async {
    let script = Script { word, clock in
      word == "a"
        ? .merge([
          .later("z", clock), .later("y", clock), .later(nil, clock),
          .run(EffectOptions(id: "z", policy: .queue(limit: 1))) { _ in },
        ]) : .none
    }
    let store = script.tested()
    await store.send("a") { $0 = ["a"] }
    await store.finish(ignoring: .runningEffects)
    await check(
      store,
      ignoring: .runningEffects,
      says: """
        The test has ended while effects are running.

        They are, in the order of their launches:

          1. effect 'z'
          2. effect 'y'
          3. effect without a name
          4. effect 'z', which waits for its turn

        Cancel them, or let them end, for instance by advancing their clock, or pass \
        'ignoring: .runningEffects' to 'finish'.
        """
    )
  }

  @Test func `an effect without an id is listed by its name`() async {
    let store = Script { _, _ in .run(EffectOptions(name: "reading")) { _ in try await untilCancelled() } }.tested()
    await store.send("a") { $0 = ["a"] }
    let texts = await texts { await store.finish() }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("  1. effect 'reading'\n") == true)
  }

  @Test func `draining effects are named`() async {
    let gate = Gate()
    let script = Script { word, _ in
      word == "a" ? .run(EffectOptions(id: "stubborn")) { _ in await gate.pass() } : .cancel(.id("stubborn"))
    }
    let store = script.tested()
    await store.send("a") { $0 = ["a"] }
    await store.send("b") { $0.append("b") }
    await store.finish(ignoring: .drainingEffects)
    await check(
      store,
      ignoring: .drainingEffects,
      says: """
        The test has ended while cancelled effects have not.

        They are, in the order of their launches:

          1. effect 'stubborn'

        Let them end when they are cancelled, or pass 'ignoring: .drainingEffects' to 'finish'.
        """
    )
    gate.open()
    await store.finish()
  }

  @Test func `finish waits for work that the executor does not see`() async {
    let gate = Gate()
    let script = Script { word, _ in
      word == "a" ? .run(EffectOptions(id: "stubborn")) { _ in await gate.pass() } : .cancel(.id("stubborn"))
    }
    for isCancelled in [true, false] {
      let store = TestStore(script.store, exhaustivity: .off, waitLimit: .seconds(60))
      await store.send("a")
      if isCancelled { await store.send("b") }
      Task.detached { gate.open() }
      await store.finish()
    }
  }

  /// An effect that sends although it was cancelled.
  private func dropping(_ gate: Gate) -> Script {
    Script { word, _ in
      guard word == "a" else { return .cancel(.id("stubborn")) }
      return .run(EffectOptions(id: "stubborn")) { send in
        await gate.pass()
        send("late")
      }
    }
  }

  @Test func `dropped actions are listed with their senders`() async {
    for isIgnored in [true, false] {
      let gate = Gate()
      let store = dropping(gate).tested()
      await store.send("a") { $0.append("a") }
      await store.send("b") { $0.append("b") }
      gate.open()
      guard !isIgnored else {
        await store.finish(ignoring: .droppedActions)
        // Once.
        await store.finish()
        continue
      }
      await check(
        store,
        ignoring: .droppedActions,
        says: """
          The store has dropped actions.

          They or their effect had been cancelled, their store was stopped, their child absent, or their chain too long:

            1. late, sent by effect 'stubborn'

          Let effects send nothing once they are cancelled, or pass 'ignoring: .droppedActions' to 'finish'.
          """
      )
    }
  }

  @Test func `a dropped action of an effect that began before the test store was made is listed as such`() async {
    let gate = Gate()
    let script = dropping(gate)
    script.store.send("a")
    await script.store.settle()
    let store = script.tested()
    await store.send("b") { $0.append("b") }
    gate.open()
    let texts = await texts { await store.finish() }
    #expect(texts.count == 1)
    #expect(
      texts.first?.contains("  1. late, sent by an effect that began before the test store was made\n") == true
    )
  }

  @Test func `a dropped action from outside is listed with its place`() async {
    let store = Script().tested()
    store.store.runtime.stop()
    store.store.send("a")
    let line = #line - 1
    let texts = await texts { await store.finish() }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("\n\n  1. a, sent by \(#fileID):\(line)\n\n") == true)
  }

  @Test func `issues of the store are reported`() async {
    let store = TestStore(
      ScriptStore(String.self, options: StoreOptions(executor: TestExecutor(), onIssue: { _ in })),
      waitLimit: .zero
    )
    let issue = "This is wrong.\n\nThat is why.\n\nDo it."
    store.store.runtime.report(.other, issue, at: nil)
    await check(
      store,
      ignoring: .issues,
      says: """
        The store has reported issues.

        \(issue)

        Correct what they report, or pass 'ignoring: .issues' to 'finish'.
        """
    )
    store.store.runtime.report(.other, issue, at: nil)
    await store.finish(ignoring: .issues)
    // Once.
    await store.finish()
  }

  @Test func `each kind of leftover is one failure`() async {
    let gate = Gate()
    let script = dropping(gate)
    let store = script.tested()
    await store.send("a") { $0.append("a") }
    await store.send("b") { $0.append("b") }
    gate.open()
    await store.skipReceived()
    store.store.launch(.later("work", script.clock))
    store.store.send("c")
    let texts = await texts { await store.finish() }
    #expect(
      texts.map { $0.prefix { $0 != "\n" } } == [
        "Received actions were not asserted before the end of the test.",
        "The test has ended while effects are running.",
        "The store has dropped actions.",
      ]
    )
  }

  // MARK: Forgotten

  @Test func `a test store released without finish reports the actions left, where it was made`() async {
    let script = Script { word, _ in word == "a" ? .now("b", "c") : .none }
    var line: UInt = 0
    let reports = await reports {
      line = #line + 1
      let store = TestStore(script.store, waitLimit: .zero)
      await store.send("a") { $0 = ["a"] }
      await store.receive("b") { $0.append("b") }
    }
    #expect(
      reports == [
        Reported(
          text: """
            A test store was deallocated with received actions that were not asserted.

            The store has handled, in this order:

              1. c

            Assert them by 'receive', and end the test with 'await store.finish()'.
            """,
          line: line,
          file: #fileID
        )
      ]
    )
    // The released test store is not notified any more.
    #expect(await texts { script.store.send("d") }.isEmpty)
  }

  @Test func `a test store released without finish reports running effects, where it was made`() async {
    let script = Script { word, clock in word == "a" ? .later("load", clock, "b") : .none }
    var line: UInt = 0
    let reports = await reports {
      line = #line + 1
      let store = TestStore(script.store, waitLimit: .zero)
      await store.send("a") { $0 = ["a"] }
    }
    #expect(reports.map(\.line) == [line])
    #expect(reports.first?.text.hasPrefix("A test store was deallocated while effects are running.") == true)
    #expect(reports.first?.text.contains("  1. effect 'load'") == true)
  }

  @Test func `a finished test store, or one without exhaustivity, does not report running effects`() async {
    let script = Script { word, clock in word == "end" ? .none : .later(nil, clock, "late") }
    let reports = await reports {
      let finished = script.tested()
      await finished.send("a") { $0.append("a") }
      await finished.finish(ignoring: .runningEffects)
      let indifferent = script.tested(.off)
      await indifferent.send("b")
      await finished.skipReceived()
      await finished.finish(ignoring: .runningEffects)
    }
    #expect(reports.isEmpty)
    let later = await texts {
      let store = script.tested()
      await store.finish(ignoring: .runningEffects)
      await store.send("c") { $0.append("c") }
    }
    #expect(later.map { $0.prefix { $0 != "\n" } } == ["A test store was deallocated while effects are running."])
  }

  @Test func `a test store released without finish reports dropped actions and issues, where it was made`() async {
    func end(_ exhaustivity: Exhaustivity, isFinished: Bool = false) async -> [Reported] {
      await reports {
        let store = TestStore(
          ScriptStore(String.self, options: StoreOptions(executor: TestExecutor(), onIssue: { _ in })),
          exhaustivity: exhaustivity,
          waitLimit: .zero
        )
        store.store.runtime.report(.other, "This is wrong.", at: CallSite(fileID: "App/Search.swift", line: 7))
        store.store.runtime.stop()
        store.store.send("a")
        if isFinished { await store.finish(ignoring: [.issues, .droppedActions]) }
      }
    }
    let left = await end(.on)
    #expect(
      left.map { $0.text.prefix { $0 != "\n" } } == [
        "The store has dropped actions.", "The store has reported issues.",
      ]
    )
    #expect(left.last?.text.contains("\n\nAt App/Search.swift:7: This is wrong.\n\n") == true)
    #expect(Set(left.map(\.line)).count == 1)
    #expect(await end(.off).isEmpty)
    #expect(await end(.on, isFinished: true).isEmpty)
  }

  @Test func `a test store with nothing left, or that has finished, is released without a report`() async {
    let script = Script { word, _ in word == "a" ? .now("b") : .none }
    let reports = await reports {
      let store = script.tested()
      await store.send("a") { $0.append("a") }
      await store.receive("b") { $0.append("b") }
      let finished = script.tested()
      await finished.send("a") { $0.append("a") }
      await finished.finish(ignoring: .receivedActions)
      await store.skipReceived()
      let indifferent = script.tested(.off)
      await indifferent.send("a")
      await store.skipReceived()
      await finished.skipReceived()
    }
    #expect(reports.isEmpty)
  }

  @Test func `neither a test store nor its store outlives its last reference`() async {
    let script = Script()
    weak var engine: ScriptStore<String>?
    weak var tested: Script.Tested?
    do {
      let store = TestStore(ScriptStore(String.self, options: StoreOptions(executor: script.executor)))
      engine = store.store
      tested = store
      await store.send("a") { $0 = ["a"] }
      await store.finish()
    }
    #expect(engine == nil)
    #expect(tested == nil)
  }

  @Test func `an action after the last step is reported, too`() async {
    let script = Script()
    let texts = await texts {
      let store = script.tested()
      await store.send("a") { $0 = ["a"] }
      script.store.send("b")
    }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("  1. b\n\n") == true)
  }

  @Test func `a change before an action that was not asserted is not reported beside it`() async {
    let texts = await texts {
      let host = EffectHost<Int, String, Void>(state: 0, options: StoreOptions(executor: TestExecutor())) { state, _ in
        state += 1
        return nil
      }
      let store = TestStore(host, waitLimit: .zero)
      host.state = 1
      host.send("a")
      withExtendedLifetime(store) {}
    }
    #expect(
      texts.map { $0.prefix { $0 != "\n" } } == [
        "A test store was deallocated with received actions that were not asserted."
      ]
    )
  }

  @Test func `an action that was received instead of another is not reported again`() async {
    let script = Script { word, _ in word == "a" ? .now("b") : .none }
    let texts = await texts {
      let store = script.tested()
      await store.send("a") { $0 = ["a"] }
      await store.receive("x")
    }
    #expect(texts.map { $0.hasPrefix("Received 'b' instead of 'x'.") } == [true])
  }

  @Test func `effects, issues and changes after finish are reported, too`() async {
    let texts = await texts {
      let host = EffectHost<Int, String, Void>(
        state: 0,
        options: StoreOptions(executor: TestExecutor(), onIssue: { _ in })
      ) {
        _,
        _ in nil
      }
      let store = TestStore(host, waitLimit: .zero)
      host.launch(.run { _ in try await untilCancelled() })
      host.state = 1
      await store.finish(ignoring: [.runningEffects, .stateChanges])
      host.launch(.run(id: "later") { _ in try await untilCancelled() })
      host.runtime.report(.other, "This is wrong.", at: nil)
      host.state = 2
    }
    #expect(
      texts.map { $0.prefix { $0 != "\n" } } == [
        "A test store was deallocated with a change of the state that no action has made and no step asserted.",
        "A test store was deallocated while effects are running.",
        "The store has reported issues.",
      ]
    )
    #expect(texts.count == 3 && texts[1].contains("  1. effect 'later'") && !texts[1].contains("  2."))
  }

  // MARK: Cost

  @Test func `the cost of actions that were not asserted does not grow with their number`() async {
    // In a process of its own, without other work for the processor.
    await #expect(processExitsWith: .success) { await FinishingTests.compareVolumes() }
  }

  private static func compareVolumes() async {
    // As many together take as long as apart, or eight times as long if each looks at all earlier ones. The short ones
    // are before and after the long one, so that a busy machine slows both down. Other work only adds to a time: the
    // least of three is nearest to the cost.
    var (apart, together) = (Double.infinity, Double.infinity)
    for _ in 0..<3 {
      var sum = 0.0
      for _ in 0..<4 { sum += await processorTime(ofActions: 1_000) }
      together = min(together, await processorTime(ofActions: 8_000))
      for _ in 0..<4 { sum += await processorTime(ofActions: 1_000) }
      apart = min(apart, sum)
    }
    #expect(together < apart * 2, "\(apart), \(together)")
  }

  /// Receives the given number of actions that have come before.
  private static func processorTime(ofActions count: Int) async -> Double {
    let script = Script { word, _ in
      guard word == "a" else { return .none }
      return .run { send in
        for _ in 0..<count { send("b") }
      }
    }
    let store = TestStore(script.store, observing: \.count, waitLimit: .zero)
    let start = clock()
    await store.send("a") { $0 += 1 }
    for _ in 0..<count { await store.receive("b") { $0 += 1 } }
    await store.finish()
    return Double(clock() - start)
  }

  @Test func `a released test store leaves no subscription in its store`() async {
    let script = Script()
    let runtime = script.store.runtime
    do {
      let store = script.tested()
      #expect(runtime.table.hub.isActive)
      await store.finish()
    }
    #expect(runtime.readerCount == 0)
    #expect(!runtime.table.hub.isActive)
  }

  @Test func `a store does not keep the recorder of a released test store`() async {
    let script = Script()
    weak var recorder: StoreRecorder?
    do {
      let store = script.tested()
      recorder = store.recorder
      await store.send("a") { $0 = ["a"] }
    }
    script.store.send("b")
    #expect(recorder == nil)
  }
}
