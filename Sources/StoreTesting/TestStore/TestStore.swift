import IssueReporting
public import StoreCore

/// Asserts, step by step, what a store of any engine does.
///
/// ```swift
/// let store = TestStore { Store(initialState: Search(), options: $0, reduce: reduce) }
/// await store.send(.typed("sw")) { $0.text = "sw" }
/// await store.clock.advance(by: .milliseconds(300))
/// await store.receive(.found(["swift"])) { $0.results = ["swift"] }
/// await store.finish()
/// ```
///
/// It sends actions and receives those that come of them: from effects, from programs that handlers emit, and from
/// anything else that sends to the store. Each step names the changes of the state that it brings. What the state
/// was is looked at when the action had been handled and none behind it.
///
/// Each step begins and ends with a store that has settled, see `StoreEngine.settle()`: with a `TestExecutor` in the
/// store's options nothing more can happen then before a clock advances, and a test repeats exactly. To send several
/// actions in a turn, send to ``store`` itself and receive them.
///
/// Steps are made one after another: not by two tasks at a time, nor by effects of the store. A cancelled test does not
/// wait any more; its steps fail where something has not come.
///
/// A failure is an issue of the test at the step's place, in Swift Testing and in XCTest; in a program that is no test it
/// is only printed, and so is that, when the test store is made. Where IssueReporting has other reporters than its own,
/// they are told instead.
@MainActor
public final class TestStore<Engine: StoreEngine, Observed: Equatable> {
  /// The store that is tested.
  public let store: Engine

  /// Whether steps have to assert all that happens, unless one says otherwise.
  public var exhaustivity: Exhaustivity {
    didSet { noteLeft() }
  }

  /// How long a step waits, by the system's clock, for what `StoreEngine.settle()` cannot see.
  ///
  /// That is work outside of the store's executor and the main actor, such as reading a file. A step waits so only while
  /// effects have not ended or a handler is suspended, and no longer than until what it waits for has come: a test that
  /// passes without waiting is never slowed down.
  public var waitLimit: Duration

  let observe: @MainActor (Engine.State) -> Observed
  package let recorder = StoreRecorder()
  var ledger = ActionLedger<Engine.Action, Observed>()
  /// What was observed last by a step.
  var asserted: Observed {
    didSet { reminder.note(nil) }
  }
  /// Where it was made.
  let site: CallSite
  let reminder: Reminder<Engine.Action>
  /// Whether the store cannot tell of its actions: it is a scope without a way back.
  private(set) var isMute = false
  private let observation: StoreSubscription
  private var subscriptions: [StoreSubscription] = []

  /// Tests a store by what is observed of its state.
  ///
  /// For a state that is an object, or not `Equatable`, or of which a part alone matters:
  ///
  /// ```swift
  /// let store = TestStore(store, observing: { Snapshot(count: $0.count) })
  /// let other = TestStore(store, observing: \.count)
  /// ```
  ///
  /// The arguments after `waitLimit` are the place of the call; leave them out.
  ///
  /// - Parameters:
  ///   - store: The store, with a `TestExecutor` in its options. What it did before is not looked at. A scope needs an
  ///     `extract:`, by which it can tell of its actions: one without is an issue of the test.
  ///   - observe: Makes a value of the state, called before and after each action, in the course of which it must not be
  ///     changed.
  ///     The value must not have parts that change with the state: make copies of objects. An object is an issue of the
  ///     test, and so is an optional or a collection of objects.
  ///   - exhaustivity: Whether steps have to assert all that happens.
  ///   - waitLimit: How long a step waits for what the store's executor does not see.
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
    reminder = Reminder(site: site)
    observation = store.runtime.observe(recorder)
    subscriptions = [
      store.runtime.subscribe(toActions: { [weak self] action in self?.note(action) }),
      store.runtime.observe(OutsideObserver { [weak self] in self?.noteChange() }),
    ]
    // Nothing but its subscriptions has been told to the recorder.
    isMute = recorder.hasIssues
    noteLeft()
    if !isTesting { TestStoreReport.noTest.record(at: site) }
    if isMute {
      _ = recorder.takeReports(ignoring: .issues)
      TestStoreReport.noActions.record(at: site)
    }
    if Observed.self is AnyClass {
      TestStoreReport.observedObject(Observed.self).record(at: site)
    } else if let type = ObservedObject.type(in: Observed.self) {
      TestStoreReport.observedObjects(type, in: Observed.self).record(at: site)
    }
  }

  deinit {
    observation.cancel()
    reminder.report(running: store.runtime.table.liveEffects(), recorder)
  }

  private func note(_ action: Engine.Action) {
    // Without a number it had begun before anybody looked.
    guard let id = store.runtime.toldAction else { return }
    ledger.append(ActionLedger.Entry(id: id, action: action, value: observe(store.state)))
    reminder.note(action)
  }

  /// Notes a change of the state that no action has made, for the same case.
  private func noteChange() {
    let (before, now) = (ledger.entries.last?.value ?? asserted, observe(store.state))
    reminder.note(now == before ? nil : .notFinished(asserted: before, actual: now))
  }

  /// Notes what is left to be asserted, for the case that the test store is deallocated.
  func noteLeft() {
    reminder.noteLeft(ledger.entries.count, isExhaustive: exhaustivity.isOn)
  }

  // MARK: Waiting

  /// Lets all happen that can, and what is outside of the executor until it is done or the wait limit is over.
  func settle(until isDone: @MainActor () -> Bool) async {
    await store.settle()
    guard waitLimit > .zero, !isDone(), isBusy else { return }
    let (recorder, waitLimit) = (recorder, EffectClock.wait(for: waitLimit))
    let isOver = Locked(false)
    // Ends with the wait at the latest.
    let timer = Task {
      try? await Task.sleep(for: waitLimit)
      isOver.withLock { $0 = true }
      recorder.wake()
    }
    defer { timer.cancel() }
    while true {
      let count = recorder.eventCount
      guard !isDone(), isBusy, !isOver.withLock({ $0 }), !Task.isCancelled else { return }
      await withTaskCancellationHandler {
        await recorder.waitForEvent(after: count)
      } onCancel: {
        recorder.wake()
      }
      await store.settle()
    }
  }

  /// Whether something can still happen by itself.
  private var isBusy: Bool {
    store.runningTaskCount > 0 || store.runtime.isHandlerSuspended || !store.runtime.drainingEffects.isEmpty
  }

  // MARK: What was not asserted

  /// Reports what has happened since the last step and was not asserted, and goes on from there.
  func passOver(before step: String, _ exhaustivity: Exhaustivity, at site: CallSite) {
    skip(ledger.takeAll(), before: step, exhaustivity, at: site)
    let now = observe(store.state)
    if now != asserted {
      if exhaustivity.isOn {
        TestStoreReport.leftChanges(before: step, asserted: asserted, actual: now).record(at: site)
      } else if exhaustivity.showsSkipped {
        TestStoreReport.skippedChanges("before \(step)", asserted: asserted, actual: now).show(at: site)
      }
      asserted = now
    }
  }

  /// Reports actions that were not asserted, and goes on behind them.
  func skip(
    _ entries: [ActionLedger<Engine.Action, Observed>.Entry],
    before step: String,
    _ exhaustivity: Exhaustivity,
    at site: CallSite
  ) {
    noteLeft()
    guard let last = entries.last else { return }
    asserted = last.value
    let actions = entries.map(\.action)
    if exhaustivity.isOn {
      TestStoreReport.leftActions(before: step, actions).record(at: site)
    } else if exhaustivity.showsSkipped {
      TestStoreReport.skippedActions(before: step, actions).show(at: site)
    }
  }
}

/// Tells when the state may have been changed by something else than an action.
private struct OutsideObserver: StateObserver {
  let tell: @MainActor @Sendable () -> Void

  func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void {
    { [tell] reading in
      switch reading.moment {
      case .effect, .outside: tell()
      case .beginning, .action: break
      }
    }
  }
}
