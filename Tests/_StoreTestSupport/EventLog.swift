package import StoreCore

/// An observer that writes down what it is told, as short words.
package final class EventLog: RuntimeObserver {
  private let lines = Locked<[String]>([])

  package init() {}

  package var events: [String] { lines.withLock { $0 } }

  /// The events that begin with a word.
  package func events(_ word: String) -> [String] {
    events.filter { $0.hasPrefix(word) }
  }

  package func receive(_ event: RuntimeEvent) {
    let line =
      switch event {
      case .actionHandled(let action): "handled \(action)"
      case .actionDropped(let action, let sender): "dropped \(action) of \(name(sender))"
      case .effectQueued(let info): "queued \(name(info))"
      case .effectRefused(let info, let reason): "refused \(name(info)): \(reason)"
      case .effectStarted(let info): "started \(name(info))"
      case .effectEnded(let info, let outcome): "\(word(outcome)) \(name(info))"
      case .effectDrained(let info): "drained \(name(info))"
      }
    lines.withLock { $0.append(line) }
  }

  private func name(_ info: EffectInfo?) -> String {
    info.map { $0.id.map(\.description) ?? $0.name ?? "effect" } ?? "nobody"
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
