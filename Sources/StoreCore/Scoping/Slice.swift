/// A part of a state, and those who have an interest in it.
///
/// It keeps nothing of the state while the part is there, apart from a moment during a change; when the part has departed
/// it keeps the last value.
@MainActor
class Slice<Value> {
  private enum Phase {
    case present
    case departed(last: Value)
  }

  private let comparison: SliceComparison<Value>
  private var phase = Phase.present
  private var observedValue: ObservationPort?
  private var observedPresence: ObservationPort?
  private var subscribers: StoreSubscribers<Value>?
  private var departureSubscribers: StoreSubscribers<Void>?
  /// Its own parts, once somebody has asked for them.
  private var ownParts: StateSlices<Value>?
  /// Ends the stores that were made of it; there while there are some.
  private weak var life: ScopeLife?
  /// Whether it has departed and its observers are not told yet.
  private var hasToTellOfDeparture = false

  init(_ comparison: SliceComparison<Value>) {
    self.comparison = comparison
  }

  /// The value in the state; `nil` where the part is not there.
  ///
  /// Overridden.
  var present: Value? { nil }

  /// What it is a part of, for those who keep it without the store.
  ///
  /// Overridden.
  var owner: (any Sendable)? { nil }

  /// Has the whole look at it when it changes.
  ///
  /// Overridden.
  func list() {}

  /// Whether it can depart: then it is looked at for the sake of the stores that were made of it.
  ///
  /// Overridden.
  var canDepart: Bool { false }

  // MARK: Reading

  /// The value now; where it has departed, the last one.
  var current: Value? {
    switch phase {
    case .present: present
    case .departed(let last): last
    }
  }

  /// The value now, registered for in an observation.
  func observed() -> Value? {
    if !hasDeparted {
      open(&observedValue).access()
      list()
    }
    return current
  }

  var hasDeparted: Bool {
    if case .departed = phase { true } else { false }
  }

  /// Whether it has departed, registered for in an observation.
  func observedDeparture() -> Bool {
    if !hasDeparted {
      open(&observedPresence).access()
      list()
    }
    return hasDeparted
  }

  private func open(_ port: inout ObservationPort?) -> ObservationPort {
    if let port { return port }
    let opened = ObservationPort(of: self)
    port = opened
    return opened
  }

  // MARK: Interest

  func subscribe(_ receive: @escaping @MainActor (Value) -> Void) -> StoreSubscription {
    let subscribers = subscribers ?? StoreSubscribers()
    guard !hasDeparted else {
      // Of a list that nobody keeps: it is over.
      return subscribers.add(receive)
    }
    self.subscribers = subscribers
    list()
    return subscribers.add(receive)
  }

  /// Calls `receive` when it departs, and never where it has.
  func subscribe(toDeparture receive: @escaping @MainActor () -> Void) -> StoreSubscription {
    let subscribers = departureSubscribers ?? StoreSubscribers()
    guard !hasDeparted else { return subscribers.add(receive) }
    departureSubscribers = subscribers
    list()
    return subscribers.add(receive)
  }

  /// Its parts.
  var parts: StateSlices<Value> {
    if let ownParts { return ownParts }
    let parts = StateSlices<Value>(canDepart: canDepart) {
      [unowned self] in
      current
    } hasDeparted: {
      [unowned self] in
      hasDeparted
    } list: {
      [unowned self] in
      list()
    }
    ownParts = parts
    return parts
  }

  /// The life of the stores that are made of it.
  func hold() -> ScopeLife {
    if let life { return life }
    let life = ScopeLife()
    if hasDeparted { life.end() }
    self.life = life
    if canDepart, !hasDeparted { list() }
    return life
  }

  var isHeld: Bool { life != nil }

  var isNeeded: Bool {
    observedValue?.isObserved == true || subscribers?.isEmpty == false || canDepart && isHeld
      || departureSubscribers?.isEmpty == false || observedPresence?.isObserved == true || ownParts?.isNeeded == true
  }

  // MARK: Changing

  /// Begins as a part of what has departed.
  func beginDeparted(last: Value) {
    phase = .departed(last: last)
  }

  /// Takes note of what has become of it.
  func change(from old: Value, to new: Value?, _ changes: inout SliceChanges) {
    guard let new else { return depart(with: old, &changes) }
    guard !hasDeparted else { return }
    let isEqual = comparison.areEqual(old, new)
    if !isEqual { changes.add(self) }
    if !isEqual || !comparison.coversParts { ownParts?.compare(old, new, &changes) }
  }

  /// Takes note that it is not there any more.
  func depart(with last: Value, _ changes: inout SliceChanges) {
    guard !hasDeparted else { return }
    phase = .departed(last: last)
    hasToTellOfDeparture = true
    changes.add(self)
    ownParts?.depart(from: last, &changes)
  }
}

extension Slice: ObservedSlice {
  func tell() {
    guard !hasToTellOfDeparture else { return tellOfDeparture() }
    // Behind the change: only then it is known whether there is one.
    observedValue?.willChange()
    observedValue?.didChange()
    if let subscribers, let value = current { subscribers.deliver(value) }
  }

  private func tellOfDeparture() {
    hasToTellOfDeparture = false
    observedPresence?.willChange()
    observedPresence?.didChange()
    // Ends the sequences that they feed.
    subscribers = nil
    life?.end()
    departureSubscribers.take()?.deliver(())
  }
}
