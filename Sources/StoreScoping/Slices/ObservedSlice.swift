import StoreCore

/// A part of a state, and its observers and subscribers: they are told when this part has changed.
///
/// It keeps nothing of the state while the part is there, apart from a moment during a change; when the part has departed
/// it keeps the last value.
@MainActor
class ObservedSlice<Value> {
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
  var hasToTell = false

  init(_ comparison: SliceComparison<Value>) {
    self.comparison = comparison
  }

  /// The value in the state; `nil` where the part is not there.
  ///
  /// Overridden.
  var present: Value? { nil }

  /// What it is a part of, for objects that keep it without the store.
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
    // Before anybody is told, who may send to it.
    life?.noteDeparture()
    changes.add(self)
    ownParts?.depart(from: last, &changes)
  }
}

extension ObservedSlice: ChangedSlice {
  func tell() {
    guard !hasDeparted else { return tellOfDeparture() }
    // Behind the change: only then it is known whether there is one.
    observedValue?.willChange()
    observedValue?.didChange()
    if let subscribers, let value = current { subscribers.deliver(value) }
  }

  private func tellOfDeparture() {
    observedPresence?.willChange()
    observedPresence?.didChange()
    // Ends the sequences that they feed.
    subscribers = nil
    life?.end()
    departureSubscribers.take()?.deliver(())
  }
}

/// The rule for what counts as a change of a part of a state.
struct SliceComparison<Value> {
  let areEqual: @MainActor (Value, Value) -> Bool
  /// Whether equal values have equal parts.
  let coversParts: Bool

  /// A comparison that a user gives, who may leave parts out.
  init(by areEqual: @escaping @MainActor (Value, Value) -> Bool) {
    self.areEqual = areEqual
    coversParts = false
  }

  init() where Value: Equatable {
    areEqual = { $0 == $1 }
    coversParts = true
  }
}

/// A slice that a function finds in its whole.
class PartSlice<Whole, Value>: ObservedSlice<Value>, SlicePart {
  // It outlives this one: it is kept by the same store, by the one that was scoped, or together with this; see `owner`.
  private unowned let whole: any SliceWhole<Whole>
  private let find: @MainActor (Whole) -> Value?
  /// Whether another value in its place is the same child.
  private let isSame: (@MainActor (Value, Value) -> Bool)?
  private let mayDepart: Bool
  private var remembered: Value?
  var isListed = false

  /// Creates a slice.
  ///
  /// - Parameters:
  ///   - whole: What it is a part of.
  ///   - mayDepart: Whether it departs when it is not found any more.
  ///   - isSame: Whether another value in its place is the same child; without it each is.
  ///   - comparison: Says what is a change to observers.
  ///   - find: Finds the value; it always does for a slice that cannot depart.
  init(
    of whole: any SliceWhole<Whole>,
    mayDepart: Bool,
    isSame: (@MainActor (Value, Value) -> Bool)? = nil,
    comparison: SliceComparison<Value>,
    find: @escaping @MainActor (Whole) -> Value?
  ) {
    self.whole = whole
    self.mayDepart = mayDepart
    self.isSame = isSame
    self.find = find
    super.init(comparison)
    if whole.hasDeparted, let last = present { beginDeparted(last: last) }
  }

  override var present: Value? { whole.current.flatMap { find($0) } }

  override var owner: (any Sendable)? { whole }

  override var canDepart: Bool { mayDepart || whole.canDepart }

  override func list() {
    guard !isListed, !hasDeparted else { return }
    isListed = true
    whole.list(self)
  }

  func remember(in whole: Whole) {
    remembered = find(whole)
  }

  func settle(in whole: Whole, _ changes: inout SliceChanges) {
    guard let old = remembered.take() else { return }
    settle(old, find(whole), &changes)
  }

  func compare(_ old: Whole, _ new: Whole, _ changes: inout SliceChanges) {
    guard let old = find(old) else { return }
    settle(old, find(new), &changes)
  }

  func depart(from last: Whole, _ changes: inout SliceChanges) {
    guard let value = find(last) else { return }
    depart(with: value, &changes)
  }

  private func settle(_ old: Value, _ new: Value?, _ changes: inout SliceChanges) {
    guard let new, let isSame, !isSame(old, new) else { return change(from: old, to: new, &changes) }
    depart(with: old, &changes)
  }
}

/// A slice as the whole knows it that it is a part of.
@MainActor
protocol SlicePart<Whole>: AnyObject {
  associatedtype Whole

  /// Whether the whole has it on its list; see ``SliceWhole/list(_:)``.
  var isListed: Bool { get set }
  /// Whether a store was made of it that is still there.
  var isHeld: Bool { get }
  /// Whether somebody wants to hear of its changes, or of those of its own parts.
  var isNeeded: Bool { get }
  /// Whether it is no part of the whole any more, and never will be.
  var hasDeparted: Bool { get }

  /// Keeps the part for a comparison, until ``settle(in:_:)``.
  func remember(in whole: Whole)
  /// Compares what was kept with the part as it is now.
  func settle(in whole: Whole, _ changes: inout SliceChanges)
  /// Compares the parts of two values of the whole.
  func compare(_ old: Whole, _ new: Whole, _ changes: inout SliceChanges)
  /// Notes that the whole has departed.
  func depart(from last: Whole, _ changes: inout SliceChanges)
}

/// The whole that slices are parts of: a state, a part of a state, or a collection in one.
@MainActor
protocol SliceWhole<Value>: AnyObject, Sendable {
  associatedtype Value

  /// The whole as it is now; once it has departed the last value, or `nil` where nothing has kept that.
  var current: Value? { get }

  /// Whether it can depart, with all of its parts.
  var canDepart: Bool { get }

  /// Whether it has departed, with all of its parts.
  var hasDeparted: Bool { get }

  /// Looks at a part when the whole changes, from now on until nobody has an interest in it any more.
  func list(_ part: any SlicePart<Value>)
}

/// The slices that a change of a state has changed, whose observers are told when all of it is known.
@MainActor
struct SliceChanges {
  private var slices: [any ChangedSlice] = []

  /// Adds a slice that has changed or departed.
  mutating func add(_ slice: any ChangedSlice) {
    slice.hasToTell = true
    slices.append(slice)
  }

  /// Tells the observers of each slice, once: one of them may make a newer change, which tells of the same slices.
  func tell() {
    for slice in slices where slice.hasToTell {
      slice.hasToTell = false
      slice.tell()
    }
  }
}

/// A slice whose observers are told when it has changed.
@MainActor
protocol ChangedSlice: AnyObject {
  /// Whether it has changed or departed since its observers were told; see ``SliceChanges``.
  var hasToTell: Bool { get set }

  /// Tells its observers that it has changed or departed.
  func tell()
}
