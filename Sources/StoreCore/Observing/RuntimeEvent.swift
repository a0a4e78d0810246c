import Synchronization

/// Something that happened in a store's runtime.
public struct RuntimeEvent: Sendable {
  /// The kind of the event.
  public let kind: Kind
  /// The origin of the action or the effect; `nil` if it came from outside.
  public let cause: EventCause?
  /// The action or the effect of another store that sent the action, launched the program or changed the state.
  ///
  /// It is that of a call of the store: by an effect, in a turn of the other store, or by its suspended handler. If that
  /// store was in turn called by this one, there is a cause, too. Of a turn nothing is known unless its store has an
  /// observer.
  public var origin: EventOrigin? { details?.origin }
  /// What has ended the effect, at the end of one that was cancelled or replaced.
  public var ender: EffectEnder? { details?.ender }
  let details: EventDetails?
  // Not optional, which takes as much room and is copied at twice the cost.
  let site: CallSite
  /// The place where the action was sent, if it is known.
  ///
  /// Sends are noted while the store has an observer; actions that effects return or handlers emit have no place.
  public var location: CallSite? { site.known }
  /// The store it happened in.
  public let store: StoreIdentity
  /// The position among the events of the store, from 1.
  ///
  /// All observers see the events of a store in this order. Events are counted while the store has an observer.
  public let number: UInt64
  /// The time of the event, if one of the store's observers asks for times by ``RuntimeObserver/needsTime``.
  ///
  /// It is the time since a moment that is the same for all stores of the process, by the system's continuous clock;
  /// times of one store never go back.
  public let time: Duration?

  /// The kinds of events.
  public enum Kind: Sendable {
    /// A handler has returned, and the state is the one after the action; the effects of the action are launched next.
    case actionHandled(any Sendable, ActionID)
    /// An action was not handled, because the effect that sent it, or its own handle, had been cancelled, its chain was
    /// too long, its store was stopped, or its scope was absent.
    case actionDropped(any Sendable)
    /// An action was not handled, because middleware vetoed it.
    ///
    /// It has a number like one that was handled, for what its middleware has sent.
    indirect case actionVetoed(any Sendable, ActionID, ActionVeto)
    /// The state was changed by something other than an action, as its engine reports.
    case stateChanged
    /// An effect was registered, and waits for its turn.
    indirect case effectQueued(EffectInfo)
    /// An effect was not registered, for the given reason.
    ///
    /// If its scope is absent, a program of several effects is reported as one effect: with its name, if it has one as
    /// a whole, and without those of its effects. So is a program in a stopped store that has a name as a whole, or is
    /// made when its turn comes.
    indirect case effectRefused(EffectInfo, RefusalReason)
    /// An effect was registered, or its turn has come; its task is made next.
    indirect case effectStarted(EffectInfo)
    /// An effect has left the registry. Its last action, if there is one, is handled next.
    indirect case effectEnded(EffectInfo, EffectOutcome)
    /// The task of a cancelled effect has ended.
    indirect case effectDrained(EffectInfo)
    /// A modifier of an effect begins a wait, or limits its time.
    indirect case effectPaused(EffectInfo, EffectPause)
    /// The handler of an action has suspended: nothing else is handled until it returns.
    ///
    /// The number is the one with which the action is handled then. Where the system's runtime does not start tasks at
    /// once, every handler that may suspend does.
    indirect case handlerSuspended(any Sendable, ActionID)
    /// The store was stopped: its effects are cancelled next, and actions are dropped until it is started.
    case storeStopped
    /// The store was started again, after it had been stopped.
    case storeStarted
    /// The store was deallocated, or has ended for good with the part of another store's state that it was made for.
    ///
    /// Its effects are cancelled next.
    case storeEnded
    /// The store became the child of another one.
    indirect case storeAdopted(by: StoreIdentity)
    /// An effect or a handler threw an error that nothing handles: no `catch`, and no ``StoreOptions/onError``.
    indirect case errorUncaught(UncaughtError)
    /// The runtime found an issue.
    indirect case issueFound(RuntimeIssue)
  }
}

extension RuntimeEvent {
  init(
    _ kind: Kind,
    _ cause: EventCause?,
    _ location: CallSite,
    _ details: EventDetails?,
    of store: StoreIdentity,
    _ number: UInt64,
    _ time: Duration?
  ) {
    self.init(kind: kind, cause: cause, details: details, site: location, store: store, number: number, time: time)
  }
}

/// The origin of an action or an effect.
///
/// The causes of a store's events lead from each of them back to an action that was sent from outside.
public enum EventCause: Hashable, Sendable {
  /// An action: its handler emitted or sent the other action, or it launched the effect.
  case action(ActionID)
  /// An effect, which sent the action or made the call.
  case effect(CancellationToken)
}

/// The number of an action among those that its store has handled, or that were vetoed.
///
/// Of two actions of one store, the one that was handled later has the greater number. Actions are numbered while the
/// store has an observer.
public struct ActionID: Hashable, Comparable, Sendable {
  /// The number, from 1.
  public let rawValue: UInt64

  /// Whether `lhs` was handled before `rhs`.
  public static func < (lhs: ActionID, rhs: ActionID) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

/// The store that an event or an issue comes from.
public struct StoreIdentity: Hashable, Sendable {
  /// The name that the store was given.
  public let name: String?
  /// A number that no other store of the process has.
  public let number: Int

  private static let stores = Atomic(0)

  /// The identity of a store that is made now.
  init(name: String?) {
    self.name = name
    number = Self.stores.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

extension StoreIdentity: CustomStringConvertible {
  /// The name, or the number if there is none, as logs show it.
  public var description: String { name ?? "store \(number)" }

  /// The store within a sentence.
  package var title: String { name.map { "store '\($0)'" } ?? "store \(number)" }
}

extension RuntimeEvent: CustomStringConvertible {
  /// The event in a sentence: the store, what happened, and what it came from.
  public var description: String {
    let words =
      switch kind {
      case .actionHandled(let action, let id):
        "action \(id.rawValue), \(RepeatedActions.words(for: action)), was handled\(source)."
      case .actionDropped(let action): "the action \(RepeatedActions.words(for: action)) was dropped\(source)."
      case .actionVetoed(let action, let id, let veto):
        "action \(id.rawValue), \(RepeatedActions.words(for: action)), was \(veto)\(source)."
      case .stateChanged: "the state was changed by something other than an action\(source)."
      case .effectQueued(let info): "\(info.numberedTitle) waits for its turn\(source)."
      case .effectRefused(let info, let reason): "\(info.numberedTitle) was refused, as \(reason.words)\(source)."
      case .effectStarted(let info): "\(info.numberedTitle) started\(source)."
      case .effectEnded(let info, let outcome): "\(info.numberedTitle) \(outcome.words(by: ender))."
      case .effectDrained(let info): "the task of \(info.numberedTitle), which was cancelled, has ended."
      case .effectPaused(let info, let pause): "\(info.numberedTitle) \(pause.words)."
      case .handlerSuspended(let action, let id):
        "the handler of action \(id.rawValue), \(RepeatedActions.words(for: action)), has suspended\(source)."
      case .storeStopped: "the store was stopped\(source)."
      case .storeStarted: "the store was started again\(source)."
      case .storeEnded: "the store has ended\(source)."
      case .storeAdopted(let parent): "the store became a child of \(parent.title)."
      case .errorUncaught(let error): "\(error)"
      case .issueFound(let issue): "\(issue.message.prefix { $0 != "\n" })"
      }
    return "Event \(number) of \(store.title): \(words)"
  }

  /// The cause and the place, as the end of a sentence.
  private var source: String {
    (origin?.words ?? cause?.words ?? "") + (location.map { ", sent at \($0)" } ?? "")
  }
}

extension EffectOutcome {
  /// The outcome, as the predicate of a sentence.
  fileprivate func words(by ender: EffectEnder?) -> String {
    switch self {
    case .finished: "finished"
    case .failed(let error): "failed with \(error)"
    case .cancelled: ender.map { "was cancelled \($0)" } ?? "was cancelled"
    case .replaced: "was replaced \(ender?.description ?? "by a newer effect of the same name")"
    case .refused(let reason): "was refused after it had waited, as \(reason.words)"
    }
  }
}
