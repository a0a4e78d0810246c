import StoreCore
import StoreTimeline
import Synchronization

/// A recorder of what a store's runtime does: the events, the totals, the screens and the timeline of a report.
final class RunRecorder<Action: FeatureAction>: RuntimeObserver {
  private struct Record {
    var report: RunReport
    var timeline = TimelineRecorder()
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
  private let record: Mutex<Record>
  private let backlog: Backlog
  private let isBrief: Bool
  private let now: @Sendable () -> Duration

  /// Creates a recorder, which counts in the backlog what is handled.
  ///
  /// A brief recorder leaves out the timeline: describing each action takes most of the time of a play.
  init(engine: String, backlog: Backlog, isBrief: Bool = false, now: @escaping @Sendable () -> Duration) {
    self.engine = engine
    record = Mutex(Record(report: RunReport(engine: engine)))
    self.backlog = backlog
    self.isBrief = isBrief
    self.now = now
  }

  func show(_ rows: [FinalState.Row]) {
    let time = now()
    record.withLock { $0.report.show(ScreenMark(time: time, rows: rows)) }
  }

  /// Returns the events and the screens that have come since the last call.
  func takeNews() -> RunReport {
    let (events, screens) = record.withLock { $0.takeNews() }
    return RunReport(engine: engine, events: events, screens: screens)
  }

  /// The events so far, without a final state and the cost.
  var report: RunReport {
    var (report, timeline) = record.withLock { ($0.report, $0.timeline.timeline) }
    report.totals.mostWaiting = backlog.most
    report.timeline = timeline
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
    let words = action?.event
    record.withLock { record in
      if !isBrief { record.timeline.record(event, at: time, words: words?.text) }
      switch event.kind {
      case .actionHandled:
        record.report.totals.actions += 1
        if let words { record.add(words, at: time) }
      case .effectStarted: record.report.totals.started += 1
      case .effectEnded(let info, let outcome):
        switch outcome {
        case .finished: record.report.totals.finished += 1
        case .failed: record.report.totals.failed += 1
        case .cancelled, .replaced: record.stop(info.name, outcome, at: time)
        case .refused: record.report.totals.dropped += 1
        }
      case .actionDropped, .actionVetoed, .effectRefused: record.report.totals.dropped += 1
      case .effectQueued, .effectDrained, .stateChanged, .errorUncaught, .issueFound: break
      }
    }
  }
}
