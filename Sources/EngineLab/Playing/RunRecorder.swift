import StoreCore
import StoreTimeline
import Synchronization

/// Writes down what a store's runtime does, as the events, the totals, the screens and the timeline of a report.
final class RunRecorder<Action: FeatureAction>: RuntimeObserver {
  private struct Record {
    var events: [RunEvent] = []
    var totals = RunTotals()
    var screens: [ScreenMark] = []
    var timeline = TimelineRecorder()
    /// The name of the work that goes on.
    var work: String?

    mutating func add(_ event: FeatureEvent, at time: Duration) {
      events.append(RunEvent(event.text, at: time))
      switch event.work {
      case .begins(let name): work = name
      case .ends: work = nil
      case nil: break
      }
    }

    /// An effect that has not begun its work, such as one that is still delayed, leaves no event.
    mutating func stop(_ name: String?, _ reason: StopReason, at time: Duration) {
      totals.cancelled += 1
      guard let stopped = work, stopped == name else { return }
      events.append(RunEvent(Action.text(ofStopped: stopped, reason), at: time))
      work = nil
    }

    mutating func show(_ rows: [FinalState.Row], at time: Duration) {
      // What came before at the same time was never there for anybody to see.
      if screens.last?.time == time { screens.removeLast() }
      if screens.last?.rows != rows { screens.append(ScreenMark(time: time, rows: rows)) }
    }
  }

  private let record = Mutex(Record())
  private let backlog: Backlog
  private let isBrief: Bool
  private let now: @Sendable () -> Duration

  /// Creates a recorder, which counts in the backlog what is handled.
  ///
  /// A brief one leaves out the timeline: to tell of each action takes most of the time of a play.
  init(backlog: Backlog, isBrief: Bool = false, now: @escaping @Sendable () -> Duration) {
    self.backlog = backlog
    self.isBrief = isBrief
    self.now = now
  }

  /// Notes what the user sees from now on.
  func show(_ rows: [FinalState.Row]) {
    let time = now()
    record.withLock { $0.show(rows, at: time) }
  }

  /// What happened so far, with what the user sees now.
  func report(engine: String, finalState: FinalState, cost: RunCost) -> RunReport {
    record.withLock { record in
      var totals = record.totals
      totals.mostWaiting = backlog.most
      return RunReport(
        engine: engine,
        events: record.events,
        screens: record.screens,
        finalState: finalState,
        totals: totals,
        timeline: record.timeline.timeline,
        cost: cost
      )
    }
  }

  /// The one place of the lab that knows the runtime's events; those that no report shows are left out.
  func receive(_ event: RuntimeEvent) {
    let time = now()
    let action: Action? =
      switch event.kind {
      case .actionHandled(let action, _), .actionDropped(let action): action as? Action
      default: nil
      }
    if action?.isElement == true { backlog.take() }
    let words = action?.event
    record.withLock { record in
      if !isBrief { record.timeline.record(event, at: time, words: words?.text) }
      switch event.kind {
      case .actionHandled:
        record.totals.actions += 1
        if let words { record.add(words, at: time) }
      case .effectStarted:
        record.totals.started += 1
      case .effectEnded(let info, let outcome):
        switch outcome {
        case .finished: record.totals.finished += 1
        case .failed: record.totals.failed += 1
        case .cancelled: record.stop(info.name, .cancelled, at: time)
        case .replaced: record.stop(info.name, .replaced, at: time)
        case .refused: record.totals.dropped += 1
        }
      case .actionDropped, .effectRefused:
        record.totals.dropped += 1
      case .effectQueued, .effectDrained, .stateChanged, .errorUncaught, .issueFound:
        break
      }
    }
  }
}
