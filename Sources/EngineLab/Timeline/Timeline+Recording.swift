import StoreCore
import StoreRecording

extension Timeline {
  /// Puts the actions and effects of a recording into their order in time.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - store: The store; `nil` for all.
  ///   - words: The text for an action. Where it returns `nil`, the text is the action's name, and consecutive actions of
  ///     the same name and origin share a mark.
  /// - Complexity: O(records).
  init(
    _ recording: Recording,
    of store: StoreIdentity? = nil,
    words: (any Sendable) -> String? = { _ in nil }
  ) {
    var builder = TimelineBuilder()
    for record in recording.records {
      guard let event = record.event, store == nil || event.store == store else { continue }
      builder.add(event, at: recording.time(of: record), words: event.kind.action.flatMap(words))
    }
    self = builder.timeline
  }
}

/// The making of a timeline from events.
private struct TimelineBuilder {
  /// An action's number counts from 1 in each store.
  private struct ActionKey: Hashable {
    let store: StoreIdentity
    let id: ActionID
  }

  private(set) var timeline = Timeline()
  /// The numbers in the timeline, by the runtime's numbers.
  private var actionNumbers: [ActionKey: Int] = [:]
  private var effectNumbers: [CancellationToken: Int] = [:]
  /// Whether further actions may join the last mark.
  private var isLastOpen = false

  /// Adds an event; one about neither an action nor an effect changes nothing.
  mutating func add(_ event: RuntimeEvent, at time: Duration, words: String?) {
    switch event.kind {
    case .actionHandled, .actionDropped, .actionVetoed:
      addAction(event, at: time, words: words)
    case .effectQueued(let info):
      update(info, event, at: time) { _ in }
    case .effectStarted(let info):
      update(info, event, at: time) { $0.started = time }
    case .effectRefused(let info, let reason):
      update(info, event, at: time) { $0.end(.refused(reason), at: time) }
    case .effectEnded(let info, let outcome):
      update(info, event, at: time) { $0.end(outcome, at: time) }
    case .effectDrained(let info):
      // Nothing else is known of an effect that ended before there was a recorder.
      guard effectNumbers[info.token] != nil else { return }
      update(info, event, at: time) { $0.drained = time }
    case .stateChanged, .effectPaused, .errorUncaught, .issueFound, .handlerSuspended:
      break
    case .storeStopped, .storeStarted, .storeEnded, .storeAdopted:
      break
    }
  }

  private mutating func addAction(_ event: RuntimeEvent, at time: Duration, words: String?) {
    guard let action = event.kind.action else { return }
    let last = timeline.actions.count - 1
    var mark = ActionMark(number: last + 2, time: time, lastTime: time, text: words ?? ActionName.of(action))
    mark.cause = cause(of: event)
    switch event.cause {
    case nil: mark.source = .user
    case .action: mark.source = .emitted
    case .effect: mark.source = .effect
    }
    if case .actionVetoed = event.kind { mark.isVetoed = true }
    if case .actionHandled = event.kind { mark.isDropped = false } else { mark.isDropped = true }
    if words == nil, isLastOpen, timeline.actions[last].says(what: mark) {
      timeline.actions[last].count += 1
      timeline.actions[last].lastTime = time
    } else {
      isLastOpen = words == nil
      timeline.actions.append(mark)
    }
    guard let id = event.kind.actionID else { return }
    actionNumbers[ActionKey(store: event.store, id: id)] = timeline.actions.count
  }

  /// Changes the span of an effect; a new effect's begins now.
  private mutating func update(
    _ info: EffectInfo,
    _ event: RuntimeEvent,
    at time: Duration,
    _ change: (inout EffectSpan) -> Void
  ) {
    if let number = effectNumbers[info.token] { return change(&timeline.effects[number - 1]) }
    var span = EffectSpan(
      number: timeline.effects.count + 1,
      id: info.id?.description,
      name: info.name,
      isStream: info.isStream,
      cause: cause(of: event),
      launched: time
    )
    effectNumbers[info.token] = span.number
    change(&span)
    timeline.effects.append(span)
  }

  private func cause(of event: RuntimeEvent) -> TimelineCause? {
    switch event.cause {
    case .action(let id): actionNumbers[ActionKey(store: event.store, id: id)].map { .action($0) }
    case .effect(let token): effectNumbers[token].map { .effect($0) }
    case nil: nil
    }
  }
}

extension EffectSpan {
  fileprivate mutating func end(_ outcome: EffectOutcome, at time: Duration) {
    ended = time
    switch outcome {
    case .finished: self.outcome = .finished
    case .cancelled: self.outcome = .cancelled
    case .replaced: self.outcome = .replaced
    case .failed(let error): (self.outcome, detail) = (.failed, "\(error)")
    case .refused(let reason): (self.outcome, detail) = (.refused, reason.words)
    }
  }
}
