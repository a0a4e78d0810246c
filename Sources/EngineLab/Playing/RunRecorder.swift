import StoreCore
import StoreRecording

/// What a user sees of a play, and its records in the words of the feature: the events, totals and screens of a report.
@MainActor
final class RunRecorder<Action: FeatureAction> {
  /// The recorder of the store.
  let recorder: Recorder
  private let backlog: Backlog
  private let now: @Sendable () -> Duration
  /// What has been read of the records and shown on screens so far.
  private var run: RunReport
  /// The name of the current work.
  private var work: String?
  /// The number of the last record that was read.
  private var lastNumber: UInt64 = 0
  /// What had been read when the news was taken last.
  private var seen: (eventCount: Int, screen: ScreenMark?, screenCount: Int) = (0, nil, 0)

  /// Creates a recorder of a play with this backlog.
  init(engine: String, backlog: Backlog, now: @escaping @Sendable () -> Duration) {
    // So many that a play in real time does not fill the memory.
    recorder = Recorder(Recorder.Limits(records: 1_000_000, states: 0), clockTime: now)
    run = RunReport(engine: engine)
    self.backlog = backlog
    self.now = now
  }

  /// The observers of the store.
  var observers: [any RuntimeObserver] { [recorder, BacklogObserver<Action>(backlog: backlog)] }

  func show(_ rows: [FinalState.Row]) { run.show(ScreenMark(time: now(), rows: rows)) }

  /// Returns the events and the screens that have come since the last call.
  func takeNews() -> RunReport {
    read()
    defer { seen = (run.events.count, run.screens.last, run.screens.count) }
    // The last screen of a time may have been replaced by another one.
    let isKept = seen.screen.map { run.screens[at: seen.screenCount - 1] == $0 } ?? true
    return RunReport(
      engine: run.engine,
      events: Array(run.events[seen.eventCount...]),
      screens: Array(run.screens.dropFirst(isKept ? seen.screenCount : seen.screenCount - 1))
    )
  }

  /// What has come so far, without a final state and the cost.
  var report: RunReport {
    read()
    var report = run
    report.totals.mostWaiting = backlog.most
    let recording = recorder.recording
    report.timeline = Timeline(recording) { ($0 as? Action)?.event?.text }
    report.records = recording.records.map { RecordText($0, at: $0.clockTime ?? .zero) }.renumbered
    return report
  }

  /// Puts the records that have come into the words of reports.
  private func read() {
    for record in recorder.records(after: lastNumber, limit: .max).records {
      lastNumber = record.number
      if let kind = record.event?.kind { add(kind, at: record.clockTime ?? .zero) }
    }
  }

  private func add(_ kind: RuntimeEvent.Kind, at time: Duration) {
    switch kind {
    case .actionHandled(let action, _):
      run.totals.actions += 1
      if let event = (action as? Action)?.event { add(event, at: time) }
    case .effectStarted: run.totals.started += 1
    case .effectEnded(let info, let outcome):
      switch outcome {
      case .finished: run.totals.finished += 1
      case .failed: run.totals.failed += 1
      case .cancelled, .replaced: stop(info.name, outcome, at: time)
      case .refused: run.totals.dropped += 1
      }
    case .actionDropped, .actionVetoed, .effectRefused: run.totals.dropped += 1
    case .effectQueued, .effectDrained, .effectPaused, .stateChanged, .errorUncaught, .issueFound: break
    case .handlerSuspended, .storeStopped, .storeStarted, .storeEnded, .storeAdopted: break
    }
  }

  private func add(_ event: FeatureEvent, at time: Duration) {
    run.events.append(RunEvent(event.text, at: time))
    switch event.work {
    case .begins(let name): work = name
    case .ends: work = nil
    case nil: break
    }
  }

  /// Ends the work of a name; an effect that has not begun its work, such as a delayed one, leaves no event.
  private func stop(_ name: String?, _ outcome: EffectOutcome, at time: Duration) {
    run.totals.cancelled += 1
    guard let stopped = work, stopped == name else { return }
    run.events.append(RunEvent(Action.text(ofStopped: stopped, outcome), at: time))
    work = nil
  }
}

/// An observer that counts the elements of streams that are handled or dropped.
private struct BacklogObserver<Action: FeatureAction>: RuntimeObserver {
  let backlog: Backlog

  func receive(_ event: RuntimeEvent) {
    switch event.kind {
    case .actionHandled(let action, _), .actionDropped(let action), .actionVetoed(let action, _, _):
      if (action as? Action)?.isElement == true { backlog.take() }
    default: break
    }
  }
}
