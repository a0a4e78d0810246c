public import StoreCore

/// A recorder that makes a timeline of a runtime's events.
///
/// It is a value without a lock: its owner, an observer of a store, passes events to it.
///
/// ```swift
/// func receive(_ event: RuntimeEvent) {
///   recorder.withLock { $0.record(event, at: now(), words: nil) }
/// }
/// ```
public struct TimelineRecorder: Sendable {
  /// The timeline so far.
  public private(set) var timeline = Timeline()
  /// The numbers in the timeline, by the runtime's numbers.
  private var actionNumbers: [ActionID: Int] = [:]
  private var effectNumbers: [CancellationToken: Int] = [:]
  /// Whether further actions may join the last mark.
  private var isLastOpen = false

  /// Creates a recorder with an empty timeline.
  public init() {}

  /// Adds an event to the timeline; an event about neither an action nor an effect changes nothing.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - time: The time of the event.
  ///   - words: The text for an action. Without it, the text is the action's name, and consecutive actions of the same
  ///     name and origin share a mark.
  /// - Complexity: O(1) on average.
  public mutating func record(_ event: RuntimeEvent, at time: Duration, words: String?) {
    let cause = event.cause
    switch event.kind {
    case .actionHandled(let action, let id):
      add(action, id, words: words, cause: cause, at: time)
    case .actionDropped(let action):
      add(action, nil, words: words, cause: cause, at: time, isDropped: true)
    case .actionVetoed(let action, let id, _):
      add(action, id, words: words, cause: cause, at: time, isDropped: true, isVetoed: true)
    case .effectQueued(let info):
      update(info, cause, at: time) { _ in }
    case .effectStarted(let info):
      update(info, cause, at: time) { $0.started = time }
    case .effectRefused(let info, let reason):
      end(info, .refused(reason), cause, at: time)
    case .effectEnded(let info, let outcome):
      end(info, outcome, cause, at: time)
    case .effectDrained(let info):
      // Nothing else is known of an effect that ended before there was a recorder.
      guard effectNumbers[info.token] != nil else { return }
      update(info, cause, at: time) { $0.drained = time }
    case .stateChanged, .errorUncaught, .issueFound:
      break
    }
  }

  private mutating func add(
    _ action: any Sendable,
    _ id: ActionID?,
    words: String?,
    cause: EventCause?,
    at time: Duration,
    isDropped: Bool = false,
    isVetoed: Bool = false
  ) {
    let source: ActionMark.Source =
      switch cause {
      case nil: .user
      case .action: .emitted
      case .effect: .effect
      }
    let last = timeline.actions.count - 1
    let mark = ActionMark(
      number: last + 2,
      time: time,
      lastTime: time,
      text: words ?? Self.name(of: action),
      source: source,
      cause: known(cause),
      isDropped: isDropped,
      isVetoed: isVetoed
    )
    if words == nil, isLastOpen, timeline.actions[last].says(what: mark) {
      timeline.actions[last].count += 1
      timeline.actions[last].lastTime = time
    } else {
      isLastOpen = words == nil
      timeline.actions.append(mark)
    }
    if let id { actionNumbers[id] = timeline.actions.count }
  }

  private mutating func end(_ info: EffectInfo, _ outcome: EffectOutcome, _ cause: EventCause?, at time: Duration) {
    update(info, cause, at: time) { span in
      span.ended = time
      switch outcome {
      case .finished: span.outcome = .finished
      case .cancelled: span.outcome = .cancelled
      case .replaced: span.outcome = .replaced
      case .failed(let error):
        span.outcome = .failed
        span.detail = "\(error)"
      case .refused(let reason):
        span.outcome = .refused
        span.detail = reason.words
      }
    }
  }

  /// Changes the span of an effect; a new effect's begins now.
  private mutating func update(
    _ info: EffectInfo,
    _ cause: EventCause?,
    at time: Duration,
    _ change: (inout EffectSpan) -> Void
  ) {
    if let number = effectNumbers[info.token] { return change(&timeline.effects[number - 1]) }
    var span = EffectSpan(
      number: timeline.effects.count + 1,
      id: info.id?.description,
      name: info.name,
      isStream: info.isStream,
      cause: known(cause),
      launched: time
    )
    effectNumbers[info.token] = span.number
    change(&span)
    timeline.effects.append(span)
  }

  private func known(_ cause: EventCause?) -> TimelineCause? {
    switch cause {
    case .action(let id): actionNumbers[id].map { .action($0) }
    case .effect(let token): effectNumbers[token].map { .effect($0) }
    case nil: nil
    }
  }

  /// The name of an action's case or type, without its associated values, which may be long.
  private static func name(of action: any Sendable) -> String {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
    return mirror.children.first?.label ?? "\(action)"
  }
}
