import IssueReporting
import Observation
public import StoreCore
import StoreRecording

/// A wrapper around a store of any engine, with which a test asserts step by step what the store does.
///
/// ```swift
/// let store = TestStore { Store(initialState: Search(), options: $0, reduce: reduce) }
/// await store.send(.typed("sw")) { $0.text = "sw" }
/// await store.clock.advance(by: .milliseconds(300))
/// await store.receive(.found(["swift"])) { $0.results = ["swift"] }
/// await store.finish()
/// ```
///
/// It sends actions and receives those that follow: from effects, from programs that handlers emit, and from anything
/// else that sends to the store. Each step names its changes of the state. The state is observed right after the action
/// was handled, before any later one.
///
/// Each step begins and ends with a store that has settled, see `StoreEngine.settle()`: with a `TestExecutor` in the
/// store's options, nothing more can then happen before a clock advances, and a test repeats exactly. To send several
/// actions in a turn, send to ``store`` itself and receive them.
///
/// Take one step after another: not in two tasks at a time, nor in effects of the store. A cancelled test does not wait
/// any more; its steps fail if something has not come.
///
/// A failure is an issue of the test at the step's place, in Swift Testing and in XCTest. The first one attaches, in
/// Swift Testing, what the store had done, if a `Recorder` is among the observers in its options: as lines that
/// `Recording.jsonLines()` makes, and `engine-lab why` reads. In a program that is not a
/// test it is only printed, and making the test store prints that it can fail nothing. Other reporters of
/// IssueReporting, if set, get the failures instead.
@MainActor
public final class TestStore<Engine: StoreEngine, Observed: Equatable>: ActionReceiver {
  /// The type of the store's actions.
  public typealias Action = Engine.Action

  /// The store that is tested.
  public let store: Engine

  /// Whether steps have to assert everything that happens, unless one says otherwise.
  public var exhaustivity: Exhaustivity

  /// How long a step waits, by the system's clock, for what `StoreEngine.settle()` cannot see.
  ///
  /// That is work outside of the store's executor and the main actor, such as reading a file. A step waits only while
  /// an effect or a handler has not ended and does more than sleep on a `TestClock`, and only until what it waits for has
  /// come: a test that passes without waiting is never slowed down. Without exhaustivity, `expectChange` may wait for
  /// longer; see there.
  public var waitLimit: Duration

  let observe: @MainActor (Engine.State) -> Observed
  package let recorder: StoreRecorder
  let unasserted = UnassertedActions<Engine.Action, Observed>()
  /// The value that the last step observed.
  var asserted: Observed {
    didSet { noteChange() }
  }
  /// The report of a change that no action made, or none of a scope's own, and no step asserted.
  private var leftChange: TestStoreReport?
  /// What ran when the test finished, which has been reported.
  var told = Told()
  /// What steps have waited for in vain, until one receives what it expects: see ``report(_:missing:at:)``.
  var overdue: Told?
  /// The place where it was made.
  let site: CallSite
  /// The place of the action that the last step has sent, and what has become of it.
  var sent: (site: CallSite, outcome: SentOutcome<Observed>?)?
  /// Whether the child of a scope was present at the last reading of the state: its last action is still its own.
  private var wasPresent = true
  private var observation: StoreSubscription?

  /// Tests a store by a value that is observed of its state.
  ///
  /// For a state that is an object, or not `Equatable`, or of which only a part matters:
  ///
  /// ```swift
  /// let store = TestStore(store, observing: { Snapshot(count: $0.count) })
  /// let other = TestStore(store, observing: \.count)
  /// ```
  ///
  /// The arguments after `waitLimit` are the place of the call; leave them out.
  ///
  /// - Parameters:
  ///   - store: The store, with a `TestExecutor` in its options. What it did before is ignored. A `TestClock` in them
  ///     without its executor is an issue of the test. So is a scope without `extract:`, which it needs to report its
  ///     actions, and one whose child has departed.
  ///   - observe: Makes a value from the state, called before and after each action. It must not change the state. The
  ///     value must not have parts that change with the state: make copies of objects. An object is an issue of the
  ///     test, and so is an optional or a collection of objects.
  ///   - exhaustivity: Whether steps have to assert everything that happens.
  ///   - waitLimit: How long a step waits for work that the store's executor does not see.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    _ store: Engine,
    observing observe: @escaping @MainActor (Engine.State) -> Observed,
    exhaustivity: Exhaustivity = .on,
    waitLimit: Duration = .seconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.site = site
    self.store = store
    self.observe = observe
    self.exhaustivity = exhaustivity
    self.waitLimit = waitLimit
    asserted = observe(store.state)
    let sessions = store.runtime.table.options.observers.lazy.compactMap { $0 as? Recorder }
    recorder = StoreRecorder(session: sessions.first)
    wasPresent = !hasDeparted
    observation = store.runtime.observe(
      TestStoreObserver(recorder: recorder) { [weak self] reading in self?.note(reading) }
    )
    if !isTesting { TestStoreReport.noTest.record(at: site) }
    if !store.runtime.knowsItsActions { TestStoreReport.noActions.record(at: site) }
    if hasDeparted { TestStoreReport.alreadyDeparted.record(at: site) }
    if let testClock {
      testClock.notifyOfFarAdvances { TestStoreReport.farAdvance($0).show(at: $0.site) }
      let executor = store.runtime.table.options.executor as? any EffectExecutor
      if executor == nil {
        TestStoreReport.noExecutor.record(at: site)
      } else if testClock.executor !== executor {
        TestStoreReport.otherExecutor.record(at: site)
      }
    }
    if Observed.self is AnyClass {
      TestStoreReport.observedObject(Observed.self).record(at: site)
    } else if let type = ObservedObject.type(in: Observed.self) {
      TestStoreReport.observedObjects(type, in: Observed.self).record(at: site)
    }
  }

  deinit {
    observation?.cancel()
    recorder.reportFailures(at: site)
    guard exhaustivity.isOn else { return }
    let (runtime, table) = (store.runtime, store.runtime.table)
    let known = [told, overdue ?? Told()]
    let running = table.liveEffects(in: runtime.scope).filter { effect in
      !known.contains { $0.running.contains(effect.token) }
    }
    var reports: [TestStoreReport] = []
    if overdue == nil {
      if !unasserted.entries.isEmpty { reports.append(.notFinished(unasserted.actions)) }
      if let leftChange { reports.append(leftChange) }
    }
    if let suspended = table.suspendedAction, !known.contains(where: { $0.suspended == suspended.node }) {
      reports.append(.notFinished(handling: suspended.action))
    }
    if !running.isEmpty { reports.append(.notFinished(running, clock: table.options.clock as? TestClock)) }
    reports += recorder.takeReports(ignoring: [])
    for report in reports { report.record(at: site, in: recorder.session) }
  }

  /// Notes what has happened, before anything follows from it.
  private func note(_ reading: StateReading) {
    let site = reading.event?.location
    var own: Engine.Action?
    var outcome: SentOutcome<Observed>?
    switch reading.event?.kind {
    case .actionHandled(let action, _):
      if wasPresent { own = store.runtime.own(action) }
      outcome = .handled
    case .actionVetoed:
      outcome = .vetoed(observe(store.state))
    default:
      break
    }
    if let outcome, let site, site == sent?.site { sent?.outcome = outcome }
    wasPresent = !hasDeparted
    guard let own else { return noteChange() }
    // Its value includes all earlier changes.
    unasserted.append(UnassertedActions.Entry(site: site, action: own, value: observe(store.state)))
    leftChange = nil
  }

  /// Notes a change of the state that no action of its own made, for when the test store is deallocated.
  private func noteChange() {
    let (before, now) = (unasserted.entries.last?.value ?? asserted, observe(store.state))
    leftChange =
      ValueParts.areEqual(now, before) ? nil : .notFinished(asserted: before, actual: now, isOfScope: isScope)
  }

  // MARK: Waiting

  /// Settles the store, and waits for work outside of the executor until `isDone`, or up to the wait limit.
  func wait(until isDone: @MainActor () -> Bool) async {
    // After the step the test may advance the clock.
    let watch = store.runtime.table.waitWatch
    watch?.beginDriving()
    defer { watch?.endDriving() }
    await store.settle()
    guard waitLimit > .zero, !isDone(), isBusy else { return }
    let (recorder, waitLimit) = (recorder, EffectClock.wait(for: waitLimit))
    let isOver = Locked(false)
    // Cancelled when the wait ends.
    let timer = Task {
      try? await Task.sleep(for: waitLimit)
      isOver.withLock { $0 = true }
      recorder.wake()
    }
    defer { timer.cancel() }
    while true {
      let count = recorder.eventCount
      // The write of a task to an object is no event.
      let hasCome = withObservationTracking {
        isDone()
      } onChange: { [weak recorder] in
        recorder?.wake()
      }
      guard !hasCome, isBusy, !isOver.withLock({ $0 }), !Task.isCancelled else { return }
      await withTaskCancellationHandler {
        await recorder.waitForEvent(after: count)
      } onCancel: {
        recorder.wake()
      }
      await store.settle()
    }
  }

  /// Whether something can still happen by itself: in a scope, also by an effect outside of it.
  private var isBusy: Bool {
    let table = store.runtime.table
    let isBusy = table.runningCount > 0 || store.runtime.core.isHandlerSuspended || !table.drainingEffects().isEmpty
    return isBusy && !table.onlySleeps
  }

  /// Returns what can still happen by itself, for the failure of a step that has waited for it.
  ///
  /// Of an effect that was cancelled only changes can come, as it sends in vain.
  func pendingWork(forChange: Bool = false) -> PendingWork {
    let (runtime, table) = (store.runtime, store.runtime.table)
    return PendingWork(
      effects: table.liveEffects().map { $0.seen(from: runtime.scope) },
      draining: forChange ? table.drainingEffects().map { $0.seen(from: runtime.scope) } : [],
      isHandling: runtime.core.isHandlerSuspended,
      suspended: table.suspendedAction?.node,
      clock: testClock
    )
  }

  /// Whether the store is a scope, whose state may be changed by the actions of others.
  private var isScope: Bool { store is any LensChild }

  /// Whether the store is a scope whose child has departed or was replaced, so that nothing comes from it any more.
  var hasDeparted: Bool {
    guard let child = store as? any LensChild else { return false }
    return child.presentState == nil
  }

  // MARK: What was not asserted

  /// Reports what has happened since the last step and was not asserted, and continues from there.
  func passOver(before step: @autoclosure () -> String, _ exhaustivity: Exhaustivity, at site: CallSite) {
    skip(unasserted.takeAll(), before: step(), exhaustivity, at: site)
    let now = observe(store.state)
    if !ValueParts.areEqual(now, asserted) {
      if exhaustivity.isOn {
        TestStoreReport.leftChanges(before: step(), asserted: asserted, actual: now, isOfScope: isScope).record(
          at: site,
          in: recorder.session
        )
      } else if exhaustivity.showsSkipped {
        TestStoreReport.skippedChanges("before \(step())", asserted: asserted, actual: now).show(at: site)
      }
      asserted = now
    }
  }

  /// Reports actions that were not asserted, and continues after them.
  func skip(
    _ entries: [UnassertedActions<Engine.Action, Observed>.Entry],
    before step: @autoclosure () -> String,
    _ exhaustivity: Exhaustivity,
    at site: CallSite
  ) {
    guard let last = entries.last else { return }
    asserted = last.value
    let actions = entries.map(\.action)
    if exhaustivity.isOn {
      TestStoreReport.leftActions(before: step(), actions).record(at: site, in: recorder.session)
    } else if exhaustivity.showsSkipped {
      TestStoreReport.skippedActions(before: step(), actions).show(at: site)
    }
  }
}

/// What has become of an action that a step has sent.
enum SentOutcome<Value> {
  case handled
  /// It was vetoed; the handlers of the error have left the value.
  case vetoed(Value)
}

/// The one observer of a test store: events of all threads go to its recorder, and those with a state also to itself.
private struct TestStoreObserver: StateObserver {
  let recorder: StoreRecorder
  let note: @MainActor @Sendable (StateReading) -> Void

  func receive(_ event: RuntimeEvent) { recorder.receive(event) }

  func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void { note }
}
