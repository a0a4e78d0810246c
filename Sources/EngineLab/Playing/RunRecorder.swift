package import StoreCore
import Synchronization

/// Writes down what a store's runtime does, as the events, the totals and the timeline of a report.
package final class RunRecorder<Event: FeatureEvent>: RuntimeObserver {
  private struct State {
    var events: [RunEvent] = []
    var totals = RunTotals()
    var timeline: TimelineRecorder
    /// The name of the work that goes on.
    var work: String?

    mutating func add(_ event: Event, at time: Duration) {
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
      guard let work, work == name else { return }
      add(.stopped(work, reason), at: time)
      self.work = nil
    }
  }

  private let state: Mutex<State>
  private let backlog: Backlog
  private let now: @Sendable () -> Duration

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - backlog: What streams have given; the recorder counts what is handled.
  ///   - isBrief: Whether the timeline tells of what the user sees alone. To tell of each action takes most of the time
  ///     of a play.
  ///   - now: The time since the beginning.
  package init(backlog: Backlog, isBrief: Bool = false, now: @escaping @Sendable () -> Duration) {
    state = Mutex(State(timeline: TimelineRecorder(isOfScreensAlone: isBrief)))
    self.backlog = backlog
    self.now = now
  }

  /// What happened so far, in the words that all engines share.
  package var events: [RunEvent] { state.withLock { $0.events } }

  /// The numbers of actions and effects so far.
  package var totals: RunTotals {
    var totals = state.withLock { $0.totals }
    totals.mostWaiting = backlog.most
    return totals
  }

  /// What happened so far, with its times and causes.
  package var timeline: RunTimeline { state.withLock { $0.timeline.timeline } }

  /// Notes what the user sees from now on.
  package func show(_ screen: FinalState) {
    let time = now()
    state.withLock { $0.timeline.show(screen.rows, at: time) }
  }

  /// The one place of the lab that knows the runtime's events; those that no report shows are left out.
  package func receive(_ event: RuntimeEvent) {
    let time = now()
    let cause = event.cause
    switch event.kind {
    case .actionHandled(let action, let id):
      let event = take(action)
      state.withLock { state in
        state.totals.actions += 1
        state.timeline.addAction(id, event: event?.text, name: Self.name(of: action), cause: cause, at: time)
        if let event { state.add(event, at: time) }
      }
    case .actionDropped(let action):
      let text = take(action)?.text
      state.withLock { state in
        state.totals.dropped += 1
        state.timeline.addAction(nil, event: text, name: Self.name(of: action), cause: cause, at: time)
      }
    case .effectQueued(let info):
      state.withLock { $0.timeline.queue(info, cause: cause, at: time) }
    case .effectStarted(let info):
      state.withLock { state in
        state.totals.started += 1
        state.timeline.start(info, cause: cause, at: time)
      }
    case .effectEnded(let info, let outcome):
      state.withLock { state in
        state.timeline.end(info, outcome, cause: cause, at: time)
        switch outcome {
        case .finished: state.totals.finished += 1
        case .failed: state.totals.failed += 1
        case .cancelled: state.stop(info.name, .cancelled, at: time)
        case .replaced: state.stop(info.name, .replaced, at: time)
        case .refused: state.totals.dropped += 1
        }
      }
    case .effectRefused(let info, let reason):
      state.withLock { state in
        state.totals.dropped += 1
        state.timeline.refuse(info, reason, cause: cause, at: time)
      }
    case .effectDrained(let info):
      state.withLock { $0.timeline.drain(info, cause: cause, at: time) }
    case .stateChanged, .errorUncaught, .issueFound:
      break
    }
  }

  /// What a report tells of an action.
  private func take(_ action: any Sendable) -> Event? {
    // Not 'any RecordedAction<Event>': a cast to that looks up types by their names each time.
    guard let action = action as? any RecordedAction else { return nil }
    if action.isElement { backlog.take() }
    return action.event as? Event
  }

  /// The name of an action without what it carries, which may be long: that of the case, or the type's.
  private static func name(of action: any Sendable) -> String {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
    return mirror.children.first?.label ?? "\(action)"
  }
}
