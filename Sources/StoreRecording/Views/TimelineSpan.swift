public import StoreCore

/// An action, or the life of an effect, as a bar of a timeline.
public struct TimelineSpan: Sendable {
  /// The record of the action, or the first one of the effect: it was queued, refused or started.
  public let record: Record
  /// The row among those of its store: 0 has the actions, and on each other one no two effects are at the same time.
  public internal(set) var lane = 0
  /// The time of the record.
  public let start: Duration
  /// The time when an effect that was not refused started; later than `start` if it had to wait.
  public internal(set) var started: Duration?
  /// The time when an effect ended or was refused; `nil` if it still runs or waits.
  public internal(set) var ended: Duration?
  /// The time when the task of an effect that was cancelled or replaced had ended too.
  public internal(set) var drained: Duration?
  /// The outcome of an effect that has ended.
  public internal(set) var outcome: EffectOutcome?

  init(_ record: Record, at time: Duration) {
    self.record = record
    start = time
  }
}

extension Recording {
  /// The actions that were handled, dropped or vetoed, and the lives of effects, in the order of their first records.
  ///
  /// A bar of an effect leads from `start` to `drained` or `ended`, or to the end of the timeline. An effect of which the
  /// launch is lost is not there.
  ///
  /// - Complexity: O(records, and for each effect those of its store that run beside it).
  public var timeline: [TimelineSpan] {
    var spans: [TimelineSpan] = []
    var places: [CancellationToken: Int] = [:]
    for record in records {
      guard let kind = record.event?.kind else { continue }
      let time = time(of: record)
      if kind.isOfAction { spans.append(TimelineSpan(record, at: time)) }
      guard let token = kind.effect?.token else { continue }
      if places[token] == nil, kind.isLaunch {
        places[token] = spans.count
        spans.append(TimelineSpan(record, at: time))
      }
      if let place = places[token] { spans[place].add(kind, at: time) }
    }
    var lanes = Lanes()
    for place in spans.indices { lanes.place(&spans[place]) }
    return spans
  }
}

/// The ends of the last effects on the lanes of each store.
private struct Lanes {
  private var ends: [StoreIdentity: [Duration?]] = [:]

  /// Gives an effect the first lane that is free.
  mutating func place(_ span: inout TimelineSpan) {
    guard let store = span.record.store, span.record.event?.kind.effect != nil else { return }
    // A bar of no length takes a microsecond.
    let isFree = { (end: Duration?) in end.map { $0 + .microseconds(1) <= span.start } ?? false }
    let ofStore = ends[store] ?? []
    let lane = ofStore.firstIndex(where: isFree) ?? ofStore.endIndex
    let end = (span.drained ?? span.ended).map { max($0, span.start) }
    if lane == ofStore.endIndex { ends[store, default: []].append(end) } else { ends[store]?[lane] = end }
    span.lane = lane + 1
  }
}

extension TimelineSpan {
  fileprivate mutating func add(_ kind: RuntimeEvent.Kind, at time: Duration) {
    switch kind {
    case .effectStarted: started = time
    case .effectRefused(_, let reason): (ended, outcome) = (time, .refused(reason))
    case .effectEnded(_, let outcome): (ended, self.outcome) = (time, outcome)
    case .effectDrained: drained = time
    default: break
    }
  }
}

extension RuntimeEvent.Kind {
  fileprivate var isOfAction: Bool {
    switch self {
    case .actionHandled, .actionDropped, .actionVetoed: true
    default: false
    }
  }

  fileprivate var isLaunch: Bool {
    switch self {
    case .effectQueued, .effectRefused, .effectStarted: true
    default: false
    }
  }
}
