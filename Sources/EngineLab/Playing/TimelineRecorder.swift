import StoreCore

/// Makes a timeline of a runtime's events.
struct TimelineRecorder {
  private(set) var timeline = RunTimeline()
  /// The numbers in the timeline, by the runtime's.
  private var actionNumbers: [ActionID: Int] = [:]
  private var effectNumbers: [CancellationToken: Int] = [:]
  /// Whether the last mark may take in further actions.
  private var isLastOpen = false
  /// Whether actions and effects are left out, and screens alone kept.
  private let isOfScreensAlone: Bool

  init(isOfScreensAlone: Bool = false) {
    self.isOfScreensAlone = isOfScreensAlone
  }

  // MARK: Actions

  /// Adds an action.
  ///
  /// - Parameters:
  ///   - id: Its number in the runtime; nil if it was dropped.
  ///   - event: What reports tell of it; without an event it shares a mark with those like it.
  ///   - name: Its own name, used where there is no event.
  ///   - cause: What it came from.
  ///   - time: When.
  mutating func addAction(
    _ id: ActionID?,
    event: String?,
    name: @autoclosure () -> String,
    cause: EventCause?,
    at time: Duration
  ) {
    if isOfScreensAlone { return }
    let source: ActionMark.Source =
      switch cause {
      case nil: .user
      case .action: .emitted
      case .effect: .effect
      }
    let text = event ?? name()
    let cause = known(cause)
    let last = timeline.actions.count - 1
    if event == nil, isLastOpen, timeline.actions[last].continues(text, source, cause, isDropped: id == nil) {
      timeline.actions[last].count += 1
      timeline.actions[last].lastTime = time
    } else {
      isLastOpen = event == nil
      timeline.actions.append(
        ActionMark(
          number: last + 2,
          time: time,
          text: text,
          source: source,
          cause: cause,
          isDropped: id == nil
        )
      )
    }
    if let id { actionNumbers[id] = timeline.actions.count }
  }

  // MARK: Effects

  /// Adds an effect that waits for its turn.
  mutating func queue(_ info: EffectInfo, cause: EventCause?, at time: Duration) {
    if isOfScreensAlone { return }
    _ = index(of: info, cause: cause, at: time)
  }

  /// Notes that an effect started.
  mutating func start(_ info: EffectInfo, cause: EventCause?, at time: Duration) {
    if isOfScreensAlone { return }
    let index = index(of: info, cause: cause, at: time)
    timeline.effects[index].started = time
  }

  /// Notes that an effect was not launched.
  mutating func refuse(_ info: EffectInfo, _ reason: RefusalReason, cause: EventCause?, at time: Duration) {
    end(info, .refused(reason), cause: cause, at: time)
  }

  /// Notes that an effect left the registry.
  mutating func end(_ info: EffectInfo, _ outcome: StoreCore.EffectOutcome, cause: EventCause?, at time: Duration) {
    if isOfScreensAlone { return }
    let index = index(of: info, cause: cause, at: time)
    timeline.effects[index].ended = time
    switch outcome {
    case .finished: timeline.effects[index].outcome = .finished
    case .cancelled: timeline.effects[index].outcome = .cancelled
    case .replaced: timeline.effects[index].outcome = .replaced
    case .failed(let error):
      timeline.effects[index].outcome = .failed
      timeline.effects[index].detail = "\(error)"
    case .refused(let reason):
      timeline.effects[index].outcome = .refused
      timeline.effects[index].detail = reason.words
    }
  }

  /// Notes that the task of a cancelled effect ended.
  mutating func drain(_ info: EffectInfo, cause: EventCause?, at time: Duration) {
    if isOfScreensAlone { return }
    let index = index(of: info, cause: cause, at: time)
    timeline.effects[index].drained = time
  }

  private mutating func index(of info: EffectInfo, cause: EventCause?, at time: Duration) -> Int {
    if let number = effectNumbers[info.token] { return number - 1 }
    let number = timeline.effects.count + 1
    effectNumbers[info.token] = number
    timeline.effects.append(
      EffectSpan(
        number: number,
        id: info.id?.description,
        name: info.name,
        isStream: info.isStream,
        cause: known(cause),
        launched: time
      )
    )
    return number - 1
  }

  // MARK: Screens

  /// Notes what the user sees, unless nothing has changed.
  mutating func show(_ rows: [FinalState.Row], at time: Duration) {
    // What came before at the same time was never there for anybody to see.
    if timeline.screens.last?.time == time { timeline.screens.removeLast() }
    if timeline.screens.last?.rows == rows { return }
    timeline.screens.append(ScreenMark(time: time, rows: rows))
  }

  // MARK: Causes

  private func known(_ cause: EventCause?) -> TimelineCause? {
    switch cause {
    case .action(let id): actionNumbers[id].map { .action($0) }
    case .effect(let token): effectNumbers[token].map { .effect($0) }
    case nil: nil
    }
  }
}

extension ActionMark {
  fileprivate func continues(_ text: String, _ source: Source, _ cause: TimelineCause?, isDropped: Bool) -> Bool {
    self.text == text && self.source == source && self.cause == cause && self.isDropped == isDropped
  }
}

extension RefusalReason {
  fileprivate var words: String {
    switch self {
    case .alreadyRunning: "one of the same name runs"
    case .queueIsFull: "the queue is full"
    case .throttled: "one of the same name began shortly before"
    }
  }
}
