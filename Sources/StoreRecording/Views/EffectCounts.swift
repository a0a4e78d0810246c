import StoreCore

/// The number of effects of one name in a recording, by their outcomes.
public struct EffectCounts: Equatable, Sendable {
  /// The number that started.
  public internal(set) var started = 0
  /// The number whose operations returned.
  public internal(set) var finished = 0
  /// The number whose operations threw.
  public internal(set) var failed = 0
  /// The number that were cancelled.
  public internal(set) var cancelled = 0
  /// The number that newer ones replaced.
  public internal(set) var replaced = 0
  /// The number that were refused.
  public internal(set) var refused = 0
  /// The time that those which have ended ran, from start to end.
  public internal(set) var runningTime = Duration.zero
}

extension Recording {
  /// The numbers of handled actions, by the names of their cases, else of their types.
  public var actionCounts: [String: Int] {
    records.reduce(into: [:]) { counts, record in
      guard case .actionHandled(let action, _) = record.event?.kind else { return }
      counts[ActionName.of(action), default: 0] += 1
    }
  }

  /// The numbers and times of effects, by their names, else the names of their tasks, else the case of the action that
  /// launched them.
  public var effectCounts: [String: EffectCounts] {
    var counts: [String: EffectCounts] = [:]
    var starts: [CancellationToken: Duration] = [:]
    for record in records {
      guard let kind = record.event?.kind, let info = kind.effect else { continue }
      let name = info.id?.description ?? info.name ?? info.action.map { ActionName.of($0) } ?? "effect"
      switch kind {
      case .effectStarted:
        starts[info.token] = time(of: record)
        counts[name, default: EffectCounts()].started += 1
      case .effectRefused: counts[name, default: EffectCounts()].refused += 1
      case .effectEnded(_, let outcome):
        let runningTime = starts.removeValue(forKey: info.token).map { time(of: record) - $0 } ?? .zero
        counts[name, default: EffectCounts()].add(outcome, runningTime)
      default: break
      }
    }
    return counts
  }
}

extension EffectCounts {
  fileprivate mutating func add(_ outcome: EffectOutcome, _ runningTime: Duration) {
    self.runningTime += runningTime
    switch outcome {
    case .finished: finished += 1
    case .failed: failed += 1
    case .cancelled: cancelled += 1
    case .replaced: replaced += 1
    case .refused: refused += 1
    }
  }
}

package enum ActionName {
  /// The name of an action's case or type, without its associated values, which may be long.
  package static func of(_ action: any Sendable) -> String {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
    return mirror.children.first?.label ?? "\(action)"
  }
}
