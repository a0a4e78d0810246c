import CustomDump
import StoreCore
import StoreRecording
import StoreSimulation

/// A failure that a test store reports: what happened, why, and what to do.
struct TestStoreReport: Equatable {
  let what: String
  let why: String
  let todo: String

  var text: String { "\(what)\n\n\(why)\n\n\(todo)" }

  /// Returns the difference of two unequal values, in lines.
  static func difference<Value>(_ first: Value, _ second: Value, _ names: String = "- expected, + actual") -> String {
    "\(names):\n\n\(lines(of: first, second))"
  }

  private static func lines<Value>(of first: Value, _ second: Value) -> String {
    // There is always a difference, unless '==' is inconsistent.
    let lines = diff(first, second).map(DifferenceText.joiningEqualLines) ?? String(customDumping: second)
    return lines.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
  }
}

// MARK: Steps

extension TestStoreReport {
  /// Reports that the state is not as expected; `hasCome` if it has become so meanwhile.
  static func wrongState<Value>(
    after step: String,
    expected: Value,
    actual: Value,
    hasCome: Bool = false
  ) -> TestStoreReport {
    TestStoreReport(
      what: "The state after \(step) is not the expected one.",
      why: difference(expected, actual),
      todo: hasCome
        ? """
        It has become the expected one since: assert what a later action changes by 'receive', and what a task or the test \
        changes without an action by 'expectChange'.
        """
        : "Make each expected change in the closure, or correct what changes the state."
    )
  }

  /// Reports that parts of the state are not as expected, if the others may be anything.
  static func wrongParts(after step: String, _ differences: [PartDifference]) -> TestStoreReport {
    let parts = differences.map { part in
      let lines = lines(of: part.expected as Any, part.actual as Any)
      return part.path.isEmpty ? lines : "  \(part.path)\n\(lines)"
    }
    return TestStoreReport(
      what: "The state after \(step) is not the expected one.",
      why: "- expected, + actual:\n\n\(parts.joined(separator: "\n\n"))",
      todo: "Make each expected change in the closure, or correct what changes the state."
    )
  }

  /// The same for a change that has not come, if nothing has changed since the last step or action.
  ///
  /// Without `work`, the store is a scope whose child has departed.
  func withoutChange(_ unchanged: (since: String, work: PendingWork?)?) -> TestStoreReport {
    guard let (since, work) = unchanged else { return self }
    let cause = work.map { Words.pending($0) } ?? Words.departed
    let remedy = work.map { Self.remedy(for: $0) } ?? Self.remedyForDeparture
    return TestStoreReport(
      what: what,
      why: "\(why)\n\nNothing has changed since the last \(since). \(cause)",
      todo: remedy ?? "Check that a task or the test makes the change, and that no earlier step has asserted it."
    )
  }

  /// What to do about work that has not ended; `nil` if there is none.
  private static func remedy(for work: PendingWork) -> String? {
    guard !work.isEmpty else { return nil }
    let cause =
      if work.isHandling {
        "Bring about what the handler waits for, such as the advance of a clock"
      } else if work.effects.isEmpty {
        "Bring about what they wait for"
      } else {
        "Advance the clock that they wait for"
      }
    return "\(cause), or raise the test store's 'waitLimit' for work that takes real time. \(whatFollows)"
  }

  private static let whatFollows = """
    What may follow from this is not reported, until a step receives what it expects.
    """

  static func unchanged(after step: String) -> TestStoreReport {
    TestStoreReport(
      what: "The closure for \(step) changes nothing.",
      why: "It leaves the state as it was before, and so it asserts nothing.",
      todo: """
        Omit the closure if no change is expected, make the expected change in it, or assert by '#expect' what \
        stays the same.
        """
    )
  }

  static func skippedChanges<Value>(_ place: String, asserted: Value, actual: Value) -> TestStoreReport {
    TestStoreReport(
      what: "Changes of the state \(place) were skipped.",
      why: difference(asserted, actual, "- asserted, + actual"),
      todo: "Nothing has to be done: 'exhaustivity' is '.off(showsSkipped: true)'."
    )
  }

  static func thrown(_ error: any Error, after step: String) -> TestStoreReport {
    TestStoreReport(
      what: "The state after \(step) was not compared.",
      why: "The closure that makes the expected changes threw an error: \(error)",
      todo: "Correct what the closure asks for, or what changes the state."
    )
  }

  static func leftActions(before step: String, _ actions: [some Any]) -> TestStoreReport {
    TestStoreReport(
      what: "Received actions were not asserted before \(step).",
      why: "The store has handled, in this order:\n\n\(Words.list(actions))",
      todo: """
        Assert them by 'receive' before, skip them by 'skipReceived()', or set 'exhaustivity: .off'.
        """
    )
  }

  static func skippedActions(before step: String, _ actions: [some Any]) -> TestStoreReport {
    TestStoreReport(
      what: "Received actions were skipped before \(step).",
      why: "The store has handled, in this order:\n\n\(Words.list(actions))",
      todo: "Nothing has to be done: 'exhaustivity' is '.off(showsSkipped: true)'."
    )
  }

  static func leftChanges<Value>(
    before step: String,
    asserted: Value,
    actual: Value,
    isOfScope: Bool
  ) -> TestStoreReport {
    let change =
      isOfScope ? "scope's state was changed without an action of its own" : "state was changed without an action"
    return TestStoreReport(
      what: "The \(change) before \(step), and no step has asserted it.",
      why: difference(asserted, actual, "- asserted, + actual"),
      todo: "Assert it by 'expectChange' before, or set 'exhaustivity: .off'."
    )
  }

  static func departed(_ action: Any) -> TestStoreReport {
    TestStoreReport(
      what: "Sent '\(Words.action(action))', but it was not handled.",
      why: "The child of its scope has departed, so that the action was dropped.",
      todo: remedyForDeparture
    )
  }

  /// Reports that the store has handled an action, and that the child for which it was sent is not there any more.
  static func departedMeanwhile(_ action: Any) -> TestStoreReport {
    TestStoreReport(
      what: "Sent '\(Words.action(action))', but did not receive it.",
      why: """
        The store has handled it, and the child of its scope has departed: by this action, if the 'extract:' of its \
        scope has not returned it, or else before its turn, so that it was for the child in its place, or for none.
        """,
      todo: """
        Let 'extract:' return each action of the child that 'action:' has embedded, or make a scope and a test store for \
        the new child.
        """
    )
  }

  private static let remedyForDeparture = """
    Make a scope and a test store for the new child, or expect the end of this one by '#expect(scope.hasDeparted)'.
    """

  static func notExtracted(_ action: Any) -> TestStoreReport {
    TestStoreReport(
      what: "Sent '\(Words.action(action))', but did not receive it.",
      why: "The store has handled it, and the 'extract:' of its scope has not returned it: nothing can be compared.",
      todo: "Let 'extract:' return each action of the child that 'action:' has embedded."
    )
  }

  static func notHandled(_ action: Any, wasDropped: Bool, isHandling: Bool) -> TestStoreReport {
    let why =
      if wasDropped {
        "The store has dropped it: the store is stopped, or the action was cancelled before it was handled."
      } else if isHandling {
        Words.suspended
      } else {
        "It waits in the store for the effects of an action before it."
      }
    let todo =
      if wasDropped {
        "Let the store begin before, as 'appear()' does for a host, and do not cancel the action."
      } else {
        """
        Bring about what it waits for in the closure 'meanwhile', such as the advance of a clock, or raise the test \
        store's 'waitLimit' for work that takes real time. \(whatFollows)
        """
      }
    return TestStoreReport(what: "Sent '\(Words.action(action))', but it was not handled.", why: why, todo: todo)
  }

  /// Reports that an action, which is given as text, has not come.
  ///
  /// Without `work`, the store is a scope whose child has departed.
  static func notReceived(
    _ expected: String,
    received: [some Any],
    while work: PendingWork?
  ) -> TestStoreReport {
    let actions =
      received.isEmpty
      ? "No action came." : "The store has handled other actions, in this order:\n\n\(Words.list(received))\n"
    let isOneParagraph = received.isEmpty && work?.effects.isEmpty != false
    let todo = work.map { remedy(for: $0) } ?? remedyForDeparture
    return TestStoreReport(
      what: "Did not receive \(expected).",
      why: actions + (isOneParagraph ? " " : "\n") + (work.map { Words.pending($0) } ?? Words.departed),
      todo: todo ?? "Check that an effect or the test sends it, and that no earlier assertion has taken it."
    )
  }

  static func unexpected(_ action: Any, insteadOf expected: String, difference: String?) -> TestStoreReport {
    TestStoreReport(
      what: "Received '\(Words.action(action))' instead of \(expected).",
      why: difference ?? "It is the first action that was not asserted, and no later one matches.",
      todo: "Correct what the test expects, or what sends the action."
    )
  }

  static let noClock = TestStoreReport(
    what: "The clock of a test store was read, but its store has another one, or none.",
    why: "There is no 'TestClock' in the store's options: no effect waits by the clock that is returned instead.",
    todo: "Make the store with the options of the test store: 'TestStore { Store(…, options: $0, …) }'."
  )

  static let noOptions = TestStoreReport(
    what: "A test store was given a store without the options that were made for the test.",
    why: "No test executor runs the store's effects: they take real time, and the test may differ from run to run.",
    todo: "Make the store with the options of the test store: 'TestStore { Store(…, options: $0, …) }'."
  )

  static let noExecutor = TestStoreReport(
    what: "A test store was given a store with a 'TestClock' and without its executor.",
    why: "No step can tell that an effect sleeps on the clock: each waits for its end, up to the settling limit.",
    todo: """
      Make the store with the options of the test store, 'TestStore { Store(…, options: $0, …) }', or put both in \
      its own: 'StoreOptions(executor: executor, clock: TestClock(executor: executor))'.
      """
  )

  static let otherExecutor = TestStoreReport(
    what: "A test store was given a store whose clock is for another executor.",
    why: "An advance of the clock settles that executor, and does not wait for what the store's effects do.",
    todo: "Make the clock for the executor in the store's options: 'TestClock(executor: executor)'."
  )

  static let noActions = TestStoreReport(
    what: "A test store was given a scope that cannot report its actions.",
    why: "It was made without 'extract:': the store's actions cannot be mapped back to its own, so none is received.",
    todo: "Pass 'extract:' too when you make the scope."
  )

  static let alreadyDeparted = TestStoreReport(
    what: "A test store was given a scope whose child has departed.",
    why: "Its state stays the last one, and what is sent to it is dropped: nothing can be received.",
    todo: "Make a scope for the new child, or the test store before the child departs."
  )

  static let noTest = TestStoreReport(
    what: "A test store was made outside of a test.",
    why: "Its failures fail nothing here: they are only printed, as this is.",
    todo: "Make it in a test of Swift Testing or XCTest; a program's own stores and clocks need StoreSimulation alone."
  )

  static func unwrapped(_ type: Any.Type) -> TestStoreReport {
    TestStoreReport(
      what: "A test store was to receive an action by a '\(type)', which is not optional.",
      why: "Each action has such a value, so that each would be accepted.",
      todo: "Use 'receive(where:)' for a condition, and 'receive(unwrapping:)' for what only the expected action has."
    )
  }

  static func observedObject(_ type: Any.Type) -> TestStoreReport {
    TestStoreReport(
      what: "A test store observes a '\(type)', which is an object.",
      why: "An object does not keep its old state: its state before an action cannot be compared with the one after.",
      todo: "Take a value out of it: 'TestStore(store, observing: { Snapshot(count: $0.count) })'."
    )
  }

  static func observedObjects(_ type: Any.Type, in observed: Any.Type) -> TestStoreReport {
    TestStoreReport(
      what: "A test store observes a '\(observed)', whose '\(type)' is an object.",
      why: "An object does not keep its old state: its state before an action cannot be compared with the one after.",
      todo: "Take values out of the objects: 'TestStore(store, observing: { $0.rows.map(\\.title) })'."
    )
  }
}

extension TestStoreReport {
  /// Reports an advance of the clock that does not test how long an effect sleeps.
  static func farAdvance(_ advance: FarAdvance) -> TestStoreReport {
    TestStoreReport(
      what: """
        The clock was advanced by \(advance.duration), and nothing sleeps on it after \(advance.lastSleep) of that.
        """,
      why: "The test passes with almost any other time that an effect waits, such as one in a wrong unit.",
      todo: "Advance the clock by the time that the effect is to wait. This is a warning: the test does not fail."
    )
  }
}

// MARK: Failures of handlers and effects

extension TestStoreReport {
  static func unreceived(_ failure: StoreRecorder.Failure) -> TestStoreReport {
    switch failure {
    case .uncaught(let error) where error.effect == nil && error.action == nil:
      TestStoreReport(
        what: "\(error.error)",
        why: "It is of something that works for the store, such as the saving of a value, and nothing handles it.",
        todo: "Expect it by 'receive(error:)', or have it told by an action, as by 'failed:' of 'persist'."
      )
    case .uncaught:
      TestStoreReport(
        what: "\(sentence(for: failure)), and nothing handles it.",
        why: origin(of: failure),
        todo: "Expect it by 'receive(error:)', add a 'catch' to the effect, or give the store an 'onError'."
      )
    case .veto:
      TestStoreReport(
        what: "\(sentence(for: failure)).",
        why: origin(of: failure),
        todo: "Expect it by 'receive(veto:)', or correct what the middleware refuses."
      )
    }
  }

  static func unexpected(_ failure: StoreRecorder.Failure, insteadOf expected: String) -> TestStoreReport {
    TestStoreReport(
      what: "\(sentence(for: failure)) instead of \(expected).",
      why: origin(of: failure),
      todo:
        "Correct what the test expects, or what \(failure.kind == .veto ? "the middleware throws" : "throws the error")."
    )
  }

  /// Reports that no error was thrown, or no action vetoed; the error is given as text.
  ///
  /// Unlike actions and changes, errors still come after a scope's child has departed: those of effects outside of it.
  static func noFailure(
    _ kind: StoreRecorder.Failure.Kind,
    _ expected: String,
    while work: PendingWork,
    hasDeparted: Bool
  ) -> TestStoreReport {
    switch kind {
    case .uncaught:
      let check = "Check that an effect throws it, and that neither a 'catch' nor the store's 'onError' takes it."
      return TestStoreReport(
        what: "Did not receive \(expected).",
        why: "There was no unhandled error. " + (hasDeparted ? "The child of the scope has departed. " : "")
          + Words.pending(work),
        todo: remedy(for: work) ?? (hasDeparted ? remedyForDeparture : check)
      )
    case .veto:
      let check = "Check that a 'beforeAction' throws it: an action whose handler throws was handled."
      return TestStoreReport(
        what: "No action was vetoed by \(expected).",
        why: Words.pending(work),
        todo: remedy(for: work) ?? check
      )
    }
  }

  private static func sentence(for failure: StoreRecorder.Failure) -> String {
    switch failure {
    case .uncaught(let error):
      let action = error.action.map { "'\(Words.action($0))'" } ?? "an action"
      let thrower = error.effect?.title ?? "the handler of \(action)"
      return thrower.prefix(1).uppercased() + thrower.dropFirst() + " threw \(error.error)"
    case .veto(let action, _, let veto, _):
      return "'\(Words.action(action))' was vetoed by '\(veto.middleware)', which threw \(veto.error)"
    }
  }

  private static func origin(of failure: StoreRecorder.Failure) -> String {
    switch failure {
    case .uncaught(let error):
      if let effect = error.effect { return "It was launched \(effect.origin)." }
      return origin(of: error.location)
    case .veto(_, _, _, let location):
      return "Its handler was not called. \(origin(of: location))"
    }
  }

  private static func origin(of location: CallSite?) -> String {
    location.map { "The action came from the send at \($0)." } ?? "The place of its send is not known."
  }
}

// MARK: The end

extension TestStoreReport {
  static func notFinished(_ actions: [some Any]) -> TestStoreReport {
    TestStoreReport(
      what: "A test store was deallocated with received actions that were not asserted.",
      why: "The store has handled, in this order:\n\n\(Words.list(actions))",
      todo: "Assert them by 'receive', and end the test with 'await store.finish()'."
    )
  }

  static func notFinished(handling action: Any) -> TestStoreReport {
    TestStoreReport(
      what: "A test store was deallocated while the handler of '\(Words.action(action))' is suspended.",
      why: "Neither the action nor any behind it was handled: what they do was not asserted.",
      todo: """
        Bring about what the handler waits for, such as the advance of a clock, and end the test with \
        'await store.finish()'.
        """
    )
  }

  static func notFinished(_ effects: [EffectInfo], clock: TestClock?) -> TestStoreReport {
    TestStoreReport(
      what: "A test store was deallocated while effects are running.",
      why: running(effects, waiting: [], clock),
      todo: """
        Let them end, and end the test with 'await store.finish()', which takes 'ignoring: .runningEffects' for those that \
        may go on.
        """
    )
  }

  static func notFinished<Value>(asserted: Value, actual: Value, isOfScope: Bool) -> TestStoreReport {
    let change =
      isOfScope
      ? "a change of its scope's state that no action of its own has made"
      : "a change of the state that no action has made"
    return TestStoreReport(
      what: "A test store was deallocated with \(change) and no step asserted.",
      why: difference(asserted, actual, "- asserted, + actual"),
      todo: "Assert it by 'expectChange', and end the test with 'await store.finish()'."
    )
  }

  static func suspendedHandler(of action: Any) -> TestStoreReport {
    TestStoreReport(
      what: "The test has ended while the handler of '\(Words.action(action))' is suspended.",
      why: "Neither the action nor any behind it was handled: what they do was not asserted.",
      todo: """
        Bring about what the handler waits for, such as the advance of a clock, raise the test store's 'waitLimit' for \
        work that takes real time, or pass 'ignoring: .receivedActions' to 'finish'.
        """
    )
  }

  private static func running(_ effects: [EffectInfo], waiting: [EffectInfo], _ clock: TestClock?) -> String {
    let list = "They are, in the order of their launches:\n\n\(Words.list(effects, waiting: waiting))"
    return clock.map { "\(list)\n\n\(Words.sleepers(on: $0))" } ?? list
  }

  static func runningEffects(_ effects: [EffectInfo], waiting: [EffectInfo], clock: TestClock?) -> TestStoreReport {
    TestStoreReport(
      what: "The test has ended while effects are running.",
      why: running(effects, waiting: waiting, clock),
      todo: """
        Cancel them, or let them end, for instance by advancing their clock, or pass \
        'ignoring: .runningEffects' to 'finish'.
        """
    )
  }

  static func drainingEffects(_ effects: [EffectInfo]) -> TestStoreReport {
    TestStoreReport(
      what: "The test has ended while cancelled effects have not.",
      why: "They are, in the order of their launches:\n\n\(Words.list(effects))",
      todo: """
        Let them end when they are cancelled, or pass 'ignoring: .drainingEffects' to 'finish'.
        """
    )
  }

  static func droppedActions(_ drops: [StoreRecorder.Drop]) -> TestStoreReport {
    let lines = drops.map { drop in
      "\(Words.action(drop.action)), sent by \(drop.sender ?? drop.site.map { "\($0)" } ?? "an unknown sender")"
    }
    return TestStoreReport(
      what: "The store has dropped actions.",
      why: """
        They or their effect had been cancelled, their store was stopped, their child absent, or their chain too long:

        \(Words.list(lines))
        """,
      todo: "Let effects send nothing once they are cancelled, or pass 'ignoring: .droppedActions' to 'finish'."
    )
  }

  static func issues(_ issues: [RuntimeIssue]) -> TestStoreReport {
    TestStoreReport(
      what: "The store has reported issues.",
      why: issues.map { issue in
        "\(issue.location.map { "At \($0): " } ?? "")\(issue.message)"
      }.joined(separator: "\n\n"),
      todo: "Correct what they report, or pass 'ignoring: .issues' to 'finish'."
    )
  }
}
