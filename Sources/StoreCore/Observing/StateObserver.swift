/// An observer that is also shown the states of its stores, with the events that can change them.
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
/// It receives all events as any observer does, by ``RuntimeObserver/receive(_:)``, which ignores them by default. An event
/// may be received later than it happens, if another thread delivers those before it; a state is shown at once.
public protocol StateObserver: RuntimeObserver {
  /// Whether the observer is shown states now that it is added; it is read once. The default is `true`.
  var needsStates: Bool { get }

  /// Makes the closure that reads the states of one store, which may keep values from one reading to the next.
  ///
  /// It is called once for each store, at the first reading, and the closure is released with the store or with the
  /// observation. Readings come on the main actor, in the order in which they are made, and outside the handler: what
  /// is sent meanwhile is handled after the action of the reading.
  @MainActor func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void
}

extension StateObserver {
  /// `true`.
  public var needsStates: Bool { true }

  /// Does nothing: the states are enough.
  public func receive(_ event: RuntimeEvent) {}
}

/// The state of a store at an event.
public struct StateReading {
  /// The event, which is received by its number: an action that was handled or vetoed, a change of the state that no
  /// action made, or the end of an effect.
  ///
  /// After a veto only the handlers of its error can have changed the state. Effects change it by themselves only if it is
  /// an object.
  ///
  /// It is `nil` when the observation begins, and before each action. What is new then was done by something else: an
  /// effect that has not ended, a binding, the owner of the state.
  public let event: RuntimeEvent?
  /// The state; `nil` if the engine does not share it by ``Runtime/shareState(_:)``.
  ///
  /// An object is the state itself, which changes afterwards: copy what is to be compared.
  public let state: Any?
  /// The store.
  public let store: StoreIdentity
}

extension ObserverHub.Listener {
  @MainActor
  func show(_ reading: StateReading) {
    // Made once, and not stored again: a function that goes through a generic call, as of '??', is wrapped each time.
    if reader == nil { reader = stateObserver?.stateReader(for: reading.store) }
    reader?(reading)
  }
}

extension RuntimeCore {
  /// Notifies observers of an event that may have changed the state, and shows the state to those that read it.
  func announce(
    _ kind: @autoclosure () -> RuntimeEvent.Kind,
    cause: EventCause? = nil,
    at location: CallSite,
    _ details: EventDetails? = nil
  ) {
    let event = hub.tell(kind(), cause: cause, location: location, details: details)
    if let event { showState(at: event) }
  }

  /// Shows the state to observers that have not seen it; not inside a handler, which may have taken it.
  func showFirstState() {
    guard queue.state != .handling else { return }
    showState(at: nil, to: hub.stateListeners.filter { $0.body?.reader == nil })
  }

  /// Shows the state to the observers that read it, if there are any.
  func showState(at event: RuntimeEvent?) { showState(at: event, to: hub.stateListeners) }

  private func showState(at event: RuntimeEvent?, to listeners: [SubscriptionList<ObserverHub.Listener>.Element]) {
    guard !listeners.isEmpty else { return }
    let reading = StateReading(event: event, state: readState?(), store: hub.store)
    for listener in listeners where !listener.subscription.isCancelled && listener.body?.isOver != true {
      listener.body?.show(reading)
    }
  }
}
