package import StoreCore

/// An observer that records its events about actions, effects, states and problems as short texts.
package final class EventLog: RuntimeObserver {
  private struct State {
    var lines: [String] = []
    var names: [CancellationToken: String] = [:]
  }

  private let state = Locked(State())

  package init() {}

  package var events: [String] { state.withLock { $0.lines } }

  /// The events that begin with a word.
  package func events(_ word: String) -> [String] {
    events.filter { $0.hasPrefix(word) }
  }

  package func receive(_ event: RuntimeEvent) {
    let line: String
    switch event.kind {
    case .actionHandled(let action, _): line = "handled \(action)"
    case .actionDropped(let action): line = "dropped \(action) of \(name(event.cause))"
    case .actionVetoed(let action, _, let veto): line = "vetoed \(action) by \(veto.middleware)"
    case .stateChanged: line = "changed"
    case .effectQueued(let info): line = "queued \(name(info))"
    case .effectRefused(let info, let reason): line = "refused \(name(info)): \(reason)"
    case .effectStarted(let info): line = "started \(name(info))"
    case .effectEnded(let info, let outcome): line = "\(word(outcome)) \(name(info))"
    case .effectDrained(let info): line = "drained \(name(info))"
    case .errorUncaught(let error): line = "uncaught \(error.error)"
    case .issueFound(let issue): line = "issue \(issue.kind)"
    case .effectPaused, .handlerSuspended, .storeStopped, .storeStarted, .storeEnded, .storeAdopted: return
    }
    state.withLock { $0.lines.append(line) }
  }

  private func name(_ info: EffectInfo) -> String {
    let name = info.id.map(\.description) ?? info.name ?? "effect"
    state.withLock { $0.names[info.token] = name }
    return name
  }

  /// The effect that an action came from.
  private func name(_ cause: EventCause?) -> String {
    guard case .effect(let token) = cause else { return "nobody" }
    return state.withLock { $0.names[token] ?? "an effect" }
  }

  private func word(_ outcome: EffectOutcome) -> String {
    switch outcome {
    case .finished: "finished"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .replaced: "replaced"
    case .refused(let reason): "refused as \(reason)"
    }
  }
}
