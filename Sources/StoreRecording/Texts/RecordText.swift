import StoreCore

/// A record in words and numbers: a line of a session's file, and what all texts about a recording are made of.
package struct RecordText: Codable, Equatable, Sendable {
  /// The kinds of records; a file has their names.
  package enum Kind: String, Codable, Sendable {
    case state, note, stateChanged, errorUncaught, issueFound
    case actionHandled, actionDropped, actionVetoed
    case effectQueued, effectRefused, effectStarted, effectEnded, effectDrained, effectPaused
    case handlerSuspended, storeStopped, storeStarted, storeEnded, storeAdopted
  }

  /// The ways in which effects end.
  package enum Outcome: String, Codable, Sendable {
    case finished, failed, cancelled, replaced, refused
  }

  /// An action or an effect that something came from, of the same store or of another.
  package struct Cause: Codable, Hashable, Sendable {
    /// The number of the store.
    package var store: Int
    /// The number of the action in its store.
    package var action: UInt64?
    /// The number of the effect.
    package var effect: UInt64?
  }

  /// What has ended an effect that was cancelled or replaced.
  package struct Ender: Codable, Equatable, Sendable {
    /// The way, as the end of a sentence.
    package var way: String
    /// The number of the effect that replaced it.
    package var effect: UInt64?
    /// The action or the effect that ended it, or launched the one that replaced it; `nil` for a call from outside.
    package var cause: Cause?
    /// The place of the call, or of the send that led to it.
    package var at: String?
  }

  package let number: UInt64
  /// The time in microseconds.
  package let at: Int64
  /// The number of the store; `nil` for a note.
  package var store: Int?
  package let kind: Kind
  /// The action, the note, the error, the issue or the name of the parent; of an effect that begins, the action that
  /// launched it.
  package var text: String?
  /// The number of an action that was handled or vetoed, in its store.
  package var action: UInt64?
  /// The number of the effect.
  package var effect: UInt64?
  /// The name by which the effect is cancelled and replaced.
  package var id: String?
  /// The name of the effect's task.
  package var name: String?
  package var isStream: Bool?
  package var cause: Cause?
  /// The place of the send.
  package var sentAt: String?
  package var outcome: Outcome?
  package var ender: Ender?
  /// What the other parts do not say: the error with which an effect failed, why it was refused, what it waits for, or
  /// who vetoed.
  package var detail: String?
}

extension RecordText {
  /// Puts a record into words.
  ///
  /// - Complexity: O(length of its texts).
  package init(_ record: Record, at time: Duration) {
    self.init(number: record.number, at: time.microseconds, store: record.store?.number, kind: Kind(record.content))
    if case .note(let note) = record.content { text = note }
    guard let event = record.event else { return }
    cause = Cause(event.cause, in: event.store, else: event.origin)
    ender = event.ender.map { Ender($0, in: event.store) }
    sentAt = event.location.map { "\($0)" }
    action = event.kind.actionID?.rawValue
    text = event.kind.action.map { ValueWords.of($0) }
    if let info = event.kind.effect {
      effect = info.token.rawValue
      (id, name) = (info.id?.description, info.name)
      if info.isStream { isStream = true }
    }
    switch event.kind {
    case .actionVetoed(_, _, let veto): detail = "\(veto.middleware), \(veto.error)"
    case .effectQueued(let info), .effectStarted(let info): addLaunch(of: info)
    case .effectRefused(let info, let reason):
      addLaunch(of: info)
      (outcome, detail) = (.refused, reason.words)
    case .effectEnded(_, let outcome): add(outcome)
    case .errorUncaught(let error): text = "\(error.error)"
    case .issueFound(let issue): text = issue.message
    case .effectPaused(_, let pause): detail = pause.words
    case .handlerSuspended(let action, _): text = ValueWords.of(action)
    case .storeAdopted(let parent): text = parent.name
    case .actionHandled, .actionDropped, .stateChanged, .effectDrained, .storeStopped, .storeStarted, .storeEnded: break
    }
  }

  private mutating func addLaunch(of info: EffectInfo) {
    text = info.action.map { ValueWords.of($0) }
    sentAt = info.location.map { "\($0)" }
  }

  private mutating func add(_ outcome: EffectOutcome) {
    switch outcome {
    case .finished: self.outcome = .finished
    case .failed(let error): (self.outcome, detail) = (.failed, "\(error)")
    case .cancelled: self.outcome = .cancelled
    case .replaced: self.outcome = .replaced
    case .refused(let reason): (self.outcome, detail) = (.refused, reason.words)
    }
  }
}

extension RecordText.Kind {
  fileprivate init(_ content: Record.Content) {
    self =
      switch content {
      case .state: .state
      case .note: .note
      case .event(let event):
        switch event.kind {
        case .actionHandled: .actionHandled
        case .actionDropped: .actionDropped
        case .actionVetoed: .actionVetoed
        case .stateChanged: .stateChanged
        case .effectQueued: .effectQueued
        case .effectRefused: .effectRefused
        case .effectStarted: .effectStarted
        case .effectEnded: .effectEnded
        case .effectDrained: .effectDrained
        case .effectPaused: .effectPaused
        case .handlerSuspended: .handlerSuspended
        case .storeStopped: .storeStopped
        case .storeStarted: .storeStarted
        case .storeEnded: .storeEnded
        case .storeAdopted: .storeAdopted
        case .errorUncaught: .errorUncaught
        case .issueFound: .issueFound
        }
      }
  }
}

extension RecordText.Cause {
  init?(_ cause: EventCause?, in store: StoreIdentity, else origin: EventOrigin?) {
    switch cause ?? origin?.cause {
    case .action(let id): action = id.rawValue
    case .effect(let token): effect = token.rawValue
    case nil: return nil
    }
    self.store = (cause == nil ? origin?.store ?? store : store).number
  }
}

extension RecordText.Ender {
  init(_ ender: EffectEnder, in store: StoreIdentity) {
    if case .replacement(let token?) = ender.way {
      (way, effect) = ("by a newer effect of the same name", token.rawValue)
    } else {
      way = ender.way.description
    }
    cause = RecordText.Cause(ender.cause, in: store, else: ender.origin)
    at = ender.location.map { "\($0)" }
  }
}

/// What a session's file says of a store, before its first record.
package struct StoreText: Codable, Equatable, Sendable {
  /// The number, which no other store of the process has.
  package let store: Int
  package var name: String?
  /// The type of the store, without its arguments.
  package var engine: String?
  /// The type of the state.
  package var state: String?
  /// Whether the state is an object.
  package var isObject: Bool?
  /// The type of the actions.
  package var actions: String?

  package init(_ store: StoreRecord) {
    (self.store, name) = (store.identity.number, store.identity.name)
    (engine, state, isObject, actions) = (store.engine, store.stateType, store.isObject, store.actionType)
  }

  /// The names of the types in words; `nil` if none is known.
  var types: String? {
    let state = state.map { "state \($0)\(isObject == true ? " (an object)" : "")" }
    let parts = [engine, state, actions.map { "actions \($0)" }].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
