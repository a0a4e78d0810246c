import StoreCore
import Synchronization

/// Writes down what a store's runtime does, as the events and totals of a report.
final class RunRecorder<Event: FeatureEvent>: RuntimeObserver {
  private struct State {
    var events: [RunEvent] = []
    var totals = RunTotals()
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

  private let state = Mutex(State())
  private let backlog: Backlog
  private let now: @Sendable () -> Duration

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - backlog: What streams have given; the recorder counts what is handled.
  ///   - now: The time since the beginning.
  init(backlog: Backlog, now: @escaping @Sendable () -> Duration) {
    self.backlog = backlog
    self.now = now
  }

  var events: [RunEvent] { state.withLock { $0.events } }

  var totals: RunTotals {
    var totals = state.withLock { $0.totals }
    totals.mostWaiting = backlog.most
    return totals
  }

  /// The one place of the lab that knows the runtime's events; those that no report shows are left out.
  func receive(_ event: RuntimeEvent) {
    let time = now()
    switch event.kind {
    case .actionHandled(let action, _):
      let event = take(action)?.event
      state.withLock { state in
        state.totals.actions += 1
        if let event { state.add(event, at: time) }
      }
    case .actionDropped(let action):
      _ = take(action)
      state.withLock { $0.totals.dropped += 1 }
    case .effectStarted:
      state.withLock { $0.totals.started += 1 }
    case .effectEnded(_, .finished):
      state.withLock { $0.totals.finished += 1 }
    case .effectEnded(_, .failed):
      state.withLock { $0.totals.failed += 1 }
    case .effectEnded(let info, .cancelled):
      state.withLock { $0.stop(info.name, .cancelled, at: time) }
    case .effectEnded(let info, .replaced):
      state.withLock { $0.stop(info.name, .replaced, at: time) }
    case .effectRefused, .effectEnded(_, .refused):
      state.withLock { $0.totals.dropped += 1 }
    case .stateChanged, .effectQueued, .effectDrained, .issueFound:
      break
    }
  }

  private func take(_ action: any Sendable) -> (any RecordedAction<Event>)? {
    let action = action as? any RecordedAction<Event>
    if action?.isElement == true { backlog.take() }
    return action
  }
}
