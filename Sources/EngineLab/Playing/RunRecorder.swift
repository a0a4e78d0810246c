import StoreCore
import StoreRecording
import Synchronization

/// A recorder of a play in the words of its feature: the events, the totals and the screens of a report.
final class RunRecorder<Action: FeatureAction>: RuntimeObserver {
  private struct Run {
    var report: RunReport
    /// The name of the current work.
    var work: String?
    /// What had been recorded when the news was taken last.
    private var seen: (eventCount: Int, screen: ScreenMark?, screenCount: Int) = (0, nil, 0)

    init(report: RunReport) { self.report = report }

    mutating func add(_ event: FeatureEvent, at time: Duration) {
      report.events.append(RunEvent(event.text, at: time))
      switch event.work {
      case .begins(let name): work = name
      case .ends: work = nil
      case nil: break
      }
    }

    /// Ends the work of a name; an effect that has not begun its work, such as a delayed one, leaves no event.
    mutating func stop(_ name: String?, _ outcome: EffectOutcome, at time: Duration) {
      report.totals.cancelled += 1
      guard let stopped = work, stopped == name else { return }
      report.events.append(RunEvent(Action.text(ofStopped: stopped, outcome), at: time))
      work = nil
    }

    /// Returns the events and the screens that have come since the last call.
    mutating func takeNews() -> (events: [RunEvent], screens: [ScreenMark]) {
      defer { seen = (report.events.count, report.screens.last, report.screens.count) }
      // The last screen of a time may have been replaced by another one.
      let isKept = seen.screen.map { report.screens[at: seen.screenCount - 1] == $0 } ?? true
      return (
        Array(report.events[seen.eventCount...]),
        Array(report.screens.dropFirst(isKept ? seen.screenCount : seen.screenCount - 1))
      )
    }
  }

  private let engine: String
  private let run: Mutex<Run>
  /// What the store does, for the timeline; `nil` if the report leaves it out.
  private let recorder: Recorder?
  private let backlog: Backlog
  private let now: @Sendable () -> Duration

  /// Creates a recorder, which counts in the backlog what is handled.
  ///
  /// The report of a brief recorder leaves out the timeline.
  init(engine: String, backlog: Backlog, isBrief: Bool = false, now: @escaping @Sendable () -> Duration) {
    self.engine = engine
    run = Mutex(Run(report: RunReport(engine: engine)))
    // So many that a play in real time does not fill the memory.
    recorder = isBrief ? nil : Recorder(Recorder.Limits(records: 1_000_000, states: 0), clockTime: now)
    self.backlog = backlog
    self.now = now
  }

  func show(_ rows: [FinalState.Row]) {
    let time = now()
    run.withLock { $0.report.show(ScreenMark(time: time, rows: rows)) }
  }

  /// Returns the events and the screens that have come since the last call.
  func takeNews() -> RunReport {
    let (events, screens) = run.withLock { $0.takeNews() }
    return RunReport(engine: engine, events: events, screens: screens)
  }

  /// The events so far, without a final state and the cost.
  var report: RunReport {
    var report = run.withLock { $0.report }
    report.totals.mostWaiting = backlog.most
    if let recorder { report.timeline = recorder.recording.timeline { ($0 as? Action)?.event?.text } }
    return report
  }

  /// Records an event that reports show; only this function of the lab knows the runtime's events.
  func receive(_ event: RuntimeEvent) {
    let time = now()
    let action: Action? =
      switch event.kind {
      case .actionHandled(let action, _), .actionDropped(let action), .actionVetoed(let action, _, _):
        action as? Action
      default: nil
      }
    if action?.isElement == true { backlog.take() }
    recorder?.receive(event)
    run.withLock { run in
      switch event.kind {
      case .actionHandled:
        run.report.totals.actions += 1
        if let words = action?.event { run.add(words, at: time) }
      case .effectStarted: run.report.totals.started += 1
      case .effectEnded(let info, let outcome):
        switch outcome {
        case .finished: run.report.totals.finished += 1
        case .failed: run.report.totals.failed += 1
        case .cancelled, .replaced: run.stop(info.name, outcome, at: time)
        case .refused: run.report.totals.dropped += 1
        }
      case .actionDropped, .actionVetoed, .effectRefused: run.report.totals.dropped += 1
      case .effectQueued, .effectDrained, .stateChanged, .errorUncaught, .issueFound: break
      }
    }
  }
}
