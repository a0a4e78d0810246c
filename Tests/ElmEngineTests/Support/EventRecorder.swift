import ElmEngine

/// An observer that writes down the life of effects and the actions that were dropped.
final class EventRecorder: RuntimeObserver {
  private let lines = Recorder<String>()

  var events: [String] { lines.values }

  func receive(_ event: RuntimeEvent) {
    switch event {
    case .effectQueued(let info): lines.record("queue \(name(of: info))")
    case .effectRefused(let info, let reason): lines.record("refuse \(name(of: info)) as \(reason)")
    case .effectStarted(let info): lines.record("start \(name(of: info))")
    case .effectEnded(let info, let outcome): lines.record("\(outcome) \(name(of: info))")
    case .effectDrained(let info): lines.record("drained \(name(of: info))")
    case .actionDropped(_, let sender): lines.record("drop from \(sender.map(name) ?? "nobody")")
    case .actionHandled: break
    }
  }

  private func name(of info: EffectInfo) -> String {
    info.name ?? info.id.map(\.description) ?? "nameless"
  }
}
