/// An observer that is also shown the states of its stores, before and after what can change them.
///
/// ```swift
/// struct Counting: StateObserver {
///   func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void {
///     var last: Int?
///     return { reading in
///       let count = (reading.state as? Counter)?.count
///       if let last, let count, last != count { print("\(store): \(last) is \(count) now") }
///       last = count
///     }
///   }
/// }
/// ```
///
/// It receives events as any observer does, by ``RuntimeObserver/receive(_:)``, which ignores them by default.
public protocol StateObserver: RuntimeObserver {
  /// Makes the closure that reads the states of one store, which may keep values from one reading to the next.
  ///
  /// It is called once for each store, at the first reading, and the closure is released with the store or with the
  /// observation. Readings come on the main actor, in the order in which they are made, and outside the handler: what
  /// is sent meanwhile is handled after the action of the reading.
  @MainActor func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void
}

extension StateObserver {
  /// Does nothing: the states are enough.
  public func receive(_ event: RuntimeEvent) {}
}

/// The state of a store at a moment.
public struct StateReading {
  /// The moments at which the state is read.
  public enum Moment: Sendable {
    /// The observation begins.
    case beginning
    /// The handler of an action has returned.
    case action(any Sendable, ActionID, cause: EventCause?)
    /// An action was vetoed, and its error was handled: only the handlers of the error can have changed the state.
    indirect case veto(any Sendable, ActionID, ActionVeto)
    /// An effect has ended; its last action, if there is one, is handled next.
    ///
    /// Only the effects of an engine whose state is an object change it by themselves.
    indirect case effect(EffectInfo)
    /// An action is about to be handled, or a write of the state has been reported.
    ///
    /// What is new was done by something other than an action: an effect that has not ended, a binding, the owner of
    /// the state.
    case outside
  }

  /// The moment of the reading.
  public let moment: Moment
  /// The state; `nil` if the engine does not share it by ``Runtime/shareState(_:)``.
  ///
  /// An object is the state itself, which changes afterwards: copy what is to be compared.
  public let state: Any?
  /// The store.
  public let store: StoreIdentity
  /// The place where the action was sent, if it is known.
  public let location: CallSite?
}

extension ObserverHub.Listener {
  @MainActor
  func show(_ reading: StateReading) {
    // For an earlier observer the beginning of another observation is no moment.
    if case .beginning = reading.moment, reader != nil { return }
    // Made once, and not stored again: a function that goes through a generic call, as of '??', is wrapped each time.
    if reader == nil { reader = stateObserver?.stateReader(for: reading.store) }
    reader?(reading)
  }
}

extension RuntimeCore {
  /// Shows the state at the beginning of an observation; not inside a handler, which may have taken it.
  func showFirstState() {
    if queue.state != .handling { showState(at: .beginning) }
  }

  /// Reads the state for the observers that are shown it, if there are any.
  func showState(at moment: @autoclosure () -> StateReading.Moment, location: CallSite = .unknown) {
    let listeners = hub.stateListeners
    guard !listeners.isEmpty else { return }
    let reading = StateReading(moment: moment(), state: readState?(), store: hub.store, location: location.known)
    for listener in listeners where !listener.subscription.isCancelled { listener.body?.show(reading) }
  }
}
