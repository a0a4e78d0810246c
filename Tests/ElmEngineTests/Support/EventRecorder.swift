import ElmEngine
import Synchronization

/// An observer that records the life of effects and the dropped actions.
final class EventRecorder: RuntimeObserver {
  private let lines = Recorder<String>()

  var events: [String] { lines.values }

  func receive(_ event: RuntimeEvent) {
    switch event.kind {
    case .effectQueued(let info): lines.record("queue \(name(of: info))")
    case .effectRefused(let info, let reason): lines.record("refuse \(name(of: info)) as \(reason)")
    case .effectStarted(let info): lines.record("start \(name(of: info))")
    case .effectEnded(let info, let outcome): lines.record("\(outcome) \(name(of: info))")
    case .effectDrained(let info): lines.record("drained \(name(of: info))")
    case .actionDropped: lines.record("drop from \(sender(event.cause))")
    case .actionHandled, .actionVetoed, .stateChanged, .errorUncaught, .issueFound: break
    case .effectPaused, .handlerSuspended, .storeStopped, .storeStarted, .storeEnded, .storeAdopted: break
    }
  }

  private let names = Mutex<[CancellationToken: String]>([:])

  private func name(of info: EffectInfo) -> String {
    let name = info.name ?? info.id.map(\.description) ?? "nameless"
    names.withLock { $0[info.token] = name }
    return name
  }

  private func sender(_ cause: EventCause?) -> String {
    guard case .effect(let token) = cause else { return "nobody" }
    return names.withLock { $0[token] ?? "nameless" }
  }
}
