/// An observer that is shown the states of its stores too, before and after what can change them.
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
/// Events are told of it as of any observer, by ``RuntimeObserver/receive(_:)``; without a method of its own they are
/// left alone.
public protocol StateObserver: RuntimeObserver {
  /// Makes what reads the states of one store, and may keep something from one reading to the next.
  ///
  /// It is called once for each store, at the first reading, and what it returns is released with the store or with
  /// the observation. Readings come on the main actor, in the order in which they are made, and outside of the handler:
  /// what is sent meanwhile is handled behind the action that is told of.
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
    /// An effect has ended; its last action, if there is one, is handled next.
    ///
    /// Only the effects of an engine whose state is an object change it by themselves.
    indirect case effect(EffectInfo)
    /// An action is about to be handled, or somebody has told that the state was written.
    ///
    /// What is new was done by something else than an action: an effect that has not ended, a binding, the owner of
    /// the state.
    case outside
  }

  /// When it was read.
  public let moment: Moment
  /// The state; `nil` where the engine does not share it by ``Runtime/shareState(_:)``.
  ///
  /// An object is the state itself, and changes afterwards: copy what is to be compared.
  public let state: Any?
  /// The store.
  public let store: StoreIdentity
  /// The place where the action was sent, as far as that is known.
  public let location: CallSite?
}

/// The reading of one store's states for one observer.
@MainActor
final class StateSession {
  private nonisolated let observer: any StateObserver
  private var reader: (@MainActor (StateReading) -> Void)?

  nonisolated init(_ observer: any StateObserver) {
    self.observer = observer
  }

  func read(_ reading: StateReading) {
    if let reader {
      // To whoever came before it is no moment when another one begins.
      if case .beginning = reading.moment { return }
      return reader(reading)
    }
    let reader = observer.stateReader(for: reading.store)
    self.reader = reader
    reader(reading)
  }
}

extension RuntimeCore {
  /// Shows the state at the beginning of an observation; not inside a handler, which may have it.
  func showFirstState() {
    if queue.state != .handling { showState(at: .beginning) }
  }

  /// Reads the state for the observers that are shown it, if there are some.
  func showState(at moment: @autoclosure () -> StateReading.Moment, location: CallSite = .unknown) {
    let sessions = hub.stateSessions
    guard !sessions.isEmpty else { return }
    let reading = StateReading(moment: moment(), state: readState?(), store: hub.store, location: location.known)
    for (session, subscription) in sessions where !subscription.isCancelled {
      session.read(reading)
    }
  }
}
