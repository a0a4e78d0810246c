import Synchronization

/// The observers of one store, and the events to be delivered to them.
///
/// Events are numbered in the order in which they come here, and delivered in that order, by one thread at a time: the
/// first that comes while no other delivers. Other threads leave their events to it. The registry leaves its events
/// while it is locked, in the order of its decisions, and has them delivered by ``flush()`` once it is unlocked.
package final class ObserverHub: SubscriptionOwner {
  // An object: a delivery copies each.
  final class Listener: Sendable {
    let observer: any RuntimeObserver
    let needsTime: Bool
    /// The observer, if it is shown the states.
    let stateObserver: (any StateObserver)?
    /// The observer, if it gives contexts to effects.
    let contextObserver: (any ContextObserver)?
    /// Reads the states, once the observer has been shown one.
    @MainActor var reader: (@MainActor (StateReading) -> Void)?
    /// The subscription of an observer of the process.
    private let process: StoreSubscription?

    /// Whether it is an observer of the process that was removed from there.
    var isOver: Bool { process?.isCancelled == true }

    init(_ observer: any RuntimeObserver, of process: StoreSubscription?) {
      self.observer = observer
      self.process = process
      needsTime = observer.needsTime
      stateObserver = (observer as? any StateObserver).flatMap { $0.needsStates ? $0 : nil }
      contextObserver = observer as? any ContextObserver
    }
  }

  /// An event, and the observers at its time.
  private struct Notice {
    let event: RuntimeEvent
    let listeners: [SubscriptionList<Listener>.Element]
  }

  /// What an event gets when its turn among the others is decided.
  private struct Stamp {
    let number: UInt64
    let time: Duration?
    /// The observers at its time.
    let listeners: [SubscriptionList<Listener>.Element]
  }

  private struct State {
    var list = SubscriptionList<Listener>()
    /// The observers that are shown the states: filtered when that changes, as each action asks twice.
    var stateListeners: [SubscriptionList<Listener>.Element] = []
    var eventCount: UInt64 = 0
    var waiting = Queue<Notice>()
    /// Whether a thread delivers, which will also deliver what waits.
    var isDelivering = false
  }

  private static let origin = ContinuousClock.now
  /// The time since a moment that is the same for all stores of the process.
  package static var now: Duration { origin.duration(to: .now) }

  package let store: StoreIdentity
  private let state = Locked(State())
  /// Whether the list has observers: read where a lock would cost more than all the rest.
  private let active = Atomic(false)
  /// Whether some observers are shown the states.
  private let readsStates = Atomic(false)
  /// Whether an observer gave contexts to effects once; read where a lock would cost more than all the rest.
  private let asksForContexts = Atomic(false)

  package init(store: StoreIdentity, observers: [any RuntimeObserver]) {
    self.store = store
    for (observer, subscription) in ProcessObservers.current { _ = add(observer, of: subscription) }
    for observer in observers { _ = add(observer) }
  }

  package var isActive: Bool { active.load(ordering: .acquiring) }

  // MARK: Observers

  /// Adds an observer, until its subscription to the process is cancelled, if it has one.
  func add(_ observer: any RuntimeObserver, of process: StoreSubscription? = nil) -> StoreSubscription {
    let listener = Listener(observer, of: process)
    return state.withLock { state in
      defer { noteStateListeners(after: listener, in: &state) }
      if listener.contextObserver != nil { asksForContexts.store(true, ordering: .releasing) }
      active.store(true, ordering: .releasing)
      return state.list.add(listener, of: self)
    }
  }

  /// Gives the observers a way to their store.
  @MainActor
  func begin(_ store: StoreHandle) {
    for listener in state.withLock(\.list.elements) { listener.body?.observer.begin(store) }
  }

  func remove(_ subscription: StoreSubscription) {
    let removed = state.withLock { state in
      let listener = state.list.remove(subscription)
      if let listener { noteStateListeners(after: listener, in: &state) }
      var waiting = Queue<Notice>()
      if state.list.count == 0 {
        active.store(false, ordering: .releasing)
        // There is no observer left for what waits.
        swap(&waiting, &state.waiting)
      }
      return (listener, waiting)
    }
    withExtendedLifetime(removed) {}
  }

  private func noteStateListeners(after changed: Listener, in state: inout State) {
    guard changed.stateObserver != nil else { return }
    state.stateListeners = state.list.elements.filter { $0.body?.stateObserver != nil }
    readsStates.store(!state.stateListeners.isEmpty, ordering: .releasing)
  }

  /// Whether some observers are shown the states.
  var showsStates: Bool { readsStates.load(ordering: .acquiring) }

  /// The observers that are shown the states, in the order in which they were added; mostly none.
  var stateListeners: [SubscriptionList<Listener>.Element] {
    guard showsStates else { return [] }
    return state.withLock { $0.stateListeners }
  }

  /// Whether an observer gives contexts to effects.
  var makesContexts: Bool { asksForContexts.load(ordering: .acquiring) }

  /// The first observer that gives contexts to effects; mostly none.
  var contextObserver: (any ContextObserver)? {
    guard makesContexts else { return nil }
    return state.withLock { $0.list.elements }.lazy.compactMap { element in
      element.body.flatMap { $0.isOver ? nil : $0.contextObserver }
    }.first
  }

  // MARK: Events

  /// Delivers an event now, or leaves it to the thread that delivers; without observers none is made.
  ///
  /// - Returns: the event, if observers are shown states.
  @discardableResult
  func tell(
    _ kind: @autoclosure () -> RuntimeEvent.Kind,
    cause: @autoclosure () -> EventCause? = nil,
    location: CallSite = .unknown,
    details: @autoclosure () -> EventDetails? = nil
  ) -> RuntimeEvent? {
    guard isActive else { return nil }
    let (kind, cause, details) = (kind(), cause(), details())
    let claim: (stamp: Stamp, delivers: Bool)? = state.withLock { state in
      guard let stamp = nextStamp(in: &state) else { return nil }
      if !state.isDelivering, state.waiting.isEmpty {
        state.isDelivering = true
        return (stamp, true)
      }
      let event = RuntimeEvent(kind, cause, location, details, of: store, stamp.number, stamp.time)
      state.waiting.append(Notice(event: event, listeners: stamp.listeners))
      return (stamp, false)
    }
    guard let (stamp, delivers) = claim else { return nil }
    // Made here, and not under the lock: an event is large, and is moved no further.
    let event = RuntimeEvent(kind, cause, location, details, of: store, stamp.number, stamp.time)
    if delivers {
      deliver(event, to: stamp.listeners)
      deliver(endDelivery())
    } else {
      flush()
    }
    return showsStates ? event : nil
  }

  /// Adds an event that waits, and returns it if observers are shown states; ``flush()`` has to follow.
  @discardableResult
  func leave(
    _ kind: @autoclosure () -> RuntimeEvent.Kind,
    cause: @autoclosure () -> EventCause?,
    details: @autoclosure () -> EventDetails? = nil
  ) -> RuntimeEvent? {
    guard isActive else { return nil }
    let (kind, cause, details) = (kind(), cause(), details())
    return state.withLock { state in
      guard let stamp = nextStamp(in: &state) else { return nil }
      let event = RuntimeEvent(kind, cause, .unknown, details, of: store, stamp.number, stamp.time)
      state.waiting.append(Notice(event: event, listeners: stamp.listeners))
      return showsStates ? event : nil
    }
  }

  /// Delivers what waits, unless another thread does.
  package func flush() {
    guard isActive else { return }
    deliver(state.withLock { claimDelivery(in: &$0) })
  }

  /// Numbers an event that is made now; `nil` if the last observer has just been removed.
  private func nextStamp(in state: inout State) -> Stamp? {
    guard state.list.count > 0 else { return nil }
    let listeners = state.list.elements
    state.eventCount += 1
    // Under the lock, so that the times of events grow as their numbers do.
    let time = listeners.contains { $0.body?.needsTime == true } ? Self.now : nil
    return Stamp(number: state.eventCount, time: time, listeners: listeners)
  }

  /// Makes the caller the thread that delivers, unless there is one, and returns the first event that waits.
  private func claimDelivery(in state: inout State) -> Notice? {
    guard !state.isDelivering else { return nil }
    let notice = state.waiting.popFirst()
    state.isDelivering = notice != nil
    return notice
  }

  /// Notes that an event has been delivered, and returns the next one to be delivered.
  private func endDelivery() -> Notice? {
    state.withLock { state in
      state.isDelivering = false
      return claimDelivery(in: &state)
    }
  }

  /// Delivers an event and those that have come by then.
  private func deliver(_ first: consuming Notice?) {
    var next = first
    while let notice = next.take() {
      deliver(notice.event, to: notice.listeners)
      next = endDelivery()
    }
  }

  private func deliver(_ event: RuntimeEvent, to listeners: [SubscriptionList<Listener>.Element]) {
    for listener in listeners where !listener.subscription.isCancelled {
      guard let body = listener.body else { continue }
      // A store is not known to the list of the process: the observer leaves it with the next event.
      if body.isOver { listener.subscription.cancel() } else { body.observer.receive(event) }
    }
  }
}
