public import StoreCore

/// Something in a recording that is most likely a mistake.
public enum Finding: Sendable {
  /// An action was dropped, as the effect that sent it had been cancelled or replaced at least 100 milliseconds before:
  /// it did not look whether it was cancelled, and worked for nothing.
  case droppedResult(EffectInfo, action: any Sendable, after: Duration, by: EffectEnder?)
  /// The task of a cancelled effect ended only after this time, which is more than 5 seconds.
  case longDrain(EffectInfo, Duration, by: EffectEnder?)
  /// Effects of one name were replaced this many times, at least ten, and none came to its end. One that still
  /// waited, by a delay or a debounce, does not count.
  case neverEnds(EffectInfo, replacements: Int)
  /// An effect without a name was launched by an action while it ran already, launched by an equal one.
  case besideItself(EffectInfo)
}

extension Finding: CustomStringConvertible {
  /// The finding in a sentence.
  public var description: String {
    switch self {
    case .droppedResult(let info, let action, let time, let ender):
      "\(Self.title(of: info)) sent \(action) \(Self.words(for: time, ender)), and it was dropped."
    case .longDrain(let info, let time, let ender):
      "The task of \(info.title) ended \(Self.words(for: time, ender))."
    case .neverEnds(let info, let count):
      "\(Self.title(of: info)) was replaced \(count) times, and never came to its end."
    case .besideItself(let info):
      "\(Self.title(of: info)) was launched while it ran: it has no name by which one replaces the other."
    }
  }

  private static func words(for time: Duration, _ ender: EffectEnder?) -> String {
    "\(TimeText.milliseconds(time)) after it was ended" + (ender.map { " \($0.way)" } ?? "")
  }

  private static func title(of info: EffectInfo) -> String {
    info.title.prefix(1).uppercased() + info.title.dropFirst()
  }
}

extension Recording {
  /// The mistakes that the records show, in their order; each effect has at most one of a kind.
  ///
  /// ```swift
  /// #expect(recorder.recording.findings.isEmpty)
  /// ```
  public var findings: [Finding] {
    var search = FindingSearch()
    for record in records {
      if let event = record.event { search.look(at: event, time: time(of: record)) }
    }
    return search.findings
  }
}

private struct FindingSearch {
  struct NameKey: Hashable {
    let store: StoreIdentity
    let id: EffectID
  }

  /// What tells effects without a name from others: their task's name, and the text of the action that launched them.
  struct UnnamedKey: Hashable {
    let store: StoreIdentity
    let name: String?
    let action: String
  }

  var findings: [Finding] = []
  private struct Cancelled {
    let info: EffectInfo
    let time: Duration
    let ender: EffectEnder?
    var isFound = false
  }

  /// The effects that had started when they were cancelled or replaced, but for those that a simulation cancels.
  private var cancelled: [CancellationToken: Cancelled] = [:]
  /// How often a name was replaced since one of its effects came to an end, and the place of its finding.
  private var replaced: [NameKey: (count: Int, finding: Int?)] = [:]
  private var started: Set<CancellationToken> = []
  /// Until when effects wait by a delay or a debounce.
  private var waits: [CancellationToken: Duration] = [:]
  private var unnamed: [UnnamedKey: [CancellationToken: EventCause?]] = [:]

  mutating func look(at event: RuntimeEvent, time: Duration) {
    switch event.kind {
    case .actionDropped(let action):
      guard case .effect(let token) = event.cause, let effect = cancelled[token], !effect.isFound,
        time - effect.time >= .milliseconds(100)
      else { return }
      cancelled[token]?.isFound = true
      findings.append(.droppedResult(effect.info, action: action, after: time - effect.time, by: effect.ender))
    case .effectStarted(let info):
      started.insert(info.token)
      guard let key = key(of: info, in: event.store) else { return }
      // Those that one action launches are different ones.
      let isBeside = unnamed[key]?.contains { $0.value != event.cause } ?? false
      if isBeside { findings.append(.besideItself(info)) }
      unnamed[key, default: [:]][info.token] = event.cause
    case .effectPaused(let info, .delay(let wait)), .effectPaused(let info, .debounce(let wait)):
      waits[info.token] = time + wait
    case .effectEnded(let info, let outcome):
      let waits = waits.removeValue(forKey: info.token).map { time < $0 } ?? false
      if let key = key(of: info, in: event.store) { unnamed[key]?[info.token] = nil }
      let hasStarted = started.remove(info.token) != nil
      switch outcome {
      case .cancelled, .replaced:
        guard hasStarted else { return }
        if case .interceptor = event.ender?.way { return }
        cancelled[info.token] = Cancelled(info: info, time: time, ender: event.ender)
        // One that waits for silence is meant to be replaced.
        if case .replaced = outcome, !waits { count(info, in: event.store) }
      case .finished, .failed: if let id = info.id { replaced[NameKey(store: event.store, id: id)] = nil }
      case .refused: break
      }
    case .effectDrained(let info):
      guard let effect = cancelled[info.token], time - effect.time > .seconds(5) else { return }
      findings.append(.longDrain(info, time - effect.time, by: effect.ender))
    default:
      break
    }
  }

  private func key(of info: EffectInfo, in store: StoreIdentity) -> UnnamedKey? {
    guard info.id == nil, let action = info.action else { return nil }
    return UnnamedKey(store: store, name: info.name, action: "\(action)")
  }

  private mutating func count(_ info: EffectInfo, in store: StoreIdentity) {
    guard let id = info.id else { return }
    var (count, finding) = replaced[NameKey(store: store, id: id)] ?? (0, nil)
    count += 1
    if let finding {
      findings[finding] = .neverEnds(info, replacements: count)
    } else if count >= 10 {
      finding = findings.count
      findings.append(.neverEnds(info, replacements: count))
    }
    replaced[NameKey(store: store, id: id)] = (count, finding)
  }
}
