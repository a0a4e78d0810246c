import StoreCore
import Synchronization

/// Writes down what a store's runtime does, as the events and totals of a report.
final class RunRecorder: RuntimeObserver {
  private struct State {
    var events: [RunEvent] = []
    var totals = RunTotals()
    /// The query that is being searched for.
    var searching: String?

    /// A search that was still waiting for more text has not started, and leaves no event.
    mutating func cancel(_ info: EffectInfo, reason: String, at time: Duration) {
      totals.cancelled += 1
      guard let query = searching, info.name == query else { return }
      searching = nil
      events.append(RunEvent(.searchCancelled(query, reason: reason), at: time))
    }
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> Duration

  /// Creates a recorder.
  ///
  /// - Parameter now: The time since the beginning.
  init(now: @escaping @Sendable () -> Duration) {
    self.now = now
  }

  var events: [RunEvent] { state.withLock { $0.events } }

  var totals: RunTotals { state.withLock { $0.totals } }

  func receive(_ event: RuntimeEvent) {
    let time = now()
    state.withLock { state in
      switch event {
      case .actionHandled(let action):
        state.totals.actions += 1
        guard let kind = (action as? any RecordedAction)?.runEvent else { return }
        state.events.append(RunEvent(kind, at: time))
        switch kind {
        case .searchStarted(let query): state.searching = query
        case .searchFinished, .searchFailed: state.searching = nil
        case .typed, .cancelRequested, .cleared, .searchCancelled: break
        }
      case .actionDropped:
        state.totals.dropped += 1
      case .effectStarted:
        state.totals.started += 1
      case .effectEnded(_, .finished):
        state.totals.finished += 1
      case .effectEnded(_, .failed):
        state.totals.failed += 1
      case .effectEnded(let info, .cancelled):
        state.cancel(info, reason: "cancelled", at: time)
      case .effectEnded(let info, .replaced):
        state.cancel(info, reason: "replaced", at: time)
      case .effectRefused, .effectEnded(_, .refused):
        state.totals.dropped += 1
      case .effectQueued, .effectDrained:
        break
      }
    }
  }
}
