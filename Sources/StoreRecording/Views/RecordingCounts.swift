import StoreCore

/// How often things happened in a recording, by their names.
public struct RecordingCounts: Equatable, Sendable {
  /// The effects of one name.
  public struct Effects: Equatable, Sendable {
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

  /// The numbers of handled actions, by their cases.
  public internal(set) var actions: [String: Int] = [:]
  /// The effects, by their names, else the names of their tasks, else the case of the action that launched them.
  public internal(set) var effects: [String: Effects] = [:]
}

extension Recording {
  /// The numbers of actions and effects, and the times of effects, by their names.
  public var counts: RecordingCounts {
    var counts = RecordingCounts()
    for record in records {
      guard case .actionHandled(let action, _) = record.event?.kind else { continue }
      counts.actions[ActionName.of(action), default: 0] += 1
    }
    for life in Causes(records).lives.values {
      let info = life.info
      let name = info.id?.description ?? info.name ?? info.action.map { ActionName.of($0) } ?? "effect"
      counts.effects[name, default: RecordingCounts.Effects()].add(life, in: self)
    }
    return counts
  }
}

extension RecordingCounts.Effects {
  fileprivate mutating func add(_ life: Causes.Life, in recording: Recording) {
    if life.start != nil { started += 1 }
    switch life.outcome {
    case .finished: finished += 1
    case .failed: failed += 1
    case .cancelled: cancelled += 1
    case .replaced: replaced += 1
    case .refused: refused += 1
    case nil: break
    }
    guard let start = life.start, let end = life.end else { return }
    runningTime += recording.time(of: recording.records[end]) - recording.time(of: recording.records[start])
  }
}

enum ActionName {
  /// The name of an action's case or type, without its associated values, which may be long.
  static func of(_ action: any Sendable) -> String {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
    return mirror.children.first?.label ?? "\(action)"
  }
}
