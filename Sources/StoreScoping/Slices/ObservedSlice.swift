import StoreCore

/// A part of a state, with observers and subscribers that are notified when this part has changed.
///
/// It keeps no copy while the part is present, except during a change, and for observers with a comparison of their own;
/// when the part has departed it keeps the last value.
@MainActor
class ObservedSlice<Value> {
  private enum Phase {
    case present
    case departed(last: Value)
  }

  fileprivate let comparison: SliceComparison<Value>
  private var phase = Phase.present
  /// The values that observers and subscribers have seen since they were last notified; only for a user's comparison.
  private var seen: [Value] = []
  /// Whether the whole has changed since then, for all that is known the part too.
  private var hasUntoldChange = false
  private var observedValue: ObservationPort?
  private var observedPresence: ObservationPort?
  private var subscribers: StoreSubscribers<Value>?
  /// Ends the subscriptions with the store, which this may outlive: a weak reference to a scope retains it.
  private var storeEnd: StoreSubscription?
  private var departureSubscribers: StoreSubscribers<Void>?
  /// The part's own parts, once they have been requested.
  private var ownParts: StateSlices<Value>?
  /// The notes for the bindings of the part's parts.
  private(set) lazy var viewNotes = ViewNotes()
  /// The life that ends the stores made from this part, while there are any.
  private weak var life: ScopeLife?
  /// Whether it has changed or departed since its observers were notified.
  private var hasToTell = false

  init(_ comparison: SliceComparison<Value>) {
    self.comparison = comparison
  }

  /// The value in the state; `nil` if the part is absent.
  ///
  /// Overridden.
  var present: Value? { nil }

  /// The id of the element that it is, if it is one of a collection.
  ///
  /// Overridden.
  func elementID<ID>(as type: ID.Type) -> ID? { nil }

  /// The whole that contains the part, for objects that retain this without the store.
  ///
  /// Overridden.
  var owner: (any Sendable)? { nil }

  /// Registers the part to be checked when the whole changes.
  ///
  /// Overridden.
  func list() {}

  /// Whether it can depart: then it is also checked while there are stores made from it.
  ///
  /// Overridden.
  var canDepart: Bool { false }

  // MARK: Reading

  /// The current value, or the last one if the part has departed.
  var current: Value? {
    switch phase {
    case .present: present
    case .departed(let last): last
    }
  }

  /// Returns the current value, and registers for it in an observation.
  func observed() -> Value? {
    noteSeen()
    let port = open(&observedValue)
    port.access()
    // A read outside an observation is told nothing: the part need not be checked for it.
    if port.isObserved { list() } else { forgetSeen() }
    return current
  }

  var hasDeparted: Bool {
    if case .departed = phase { true } else { false }
  }

  /// Returns whether the part has departed, and registers for that in an observation.
  func observedDeparture() -> Bool {
    let port = open(&observedPresence)
    port.access()
    if port.isObserved { list() }
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
      // To a list that is not kept, as no more values will come.
      return subscribers.add(receive)
    }
    noteSeen()
    self.subscribers = subscribers
    list()
    return subscribers.add(receive)
  }

  /// Notes the value that is being shown, beside those that others have seen.
  private func noteSeen() {
    guard comparison.isCustom, let value = current else { return }
    if !isValueObserved {
      seen = [value]
    } else if seen.isEmpty || hasUntoldChange && !seen.contains(where: { PartComparison.areKnownSame($0, value) }) {
      seen.append(value)
    }
    hasUntoldChange = false
  }

  /// Whether a new value is the same as each one that was seen.
  private func isSameAsSeen(_ new: Value) -> Bool {
    // After so many the next change is told in any case.
    return seen.count < 8 && seen.allSatisfy { comparison.areSame($0, new) }
  }

  /// Drops the copies of values that nobody was shown, before the state is changed in place.
  func forgetSeen() {
    if !seen.isEmpty, !isValueObserved { seen = [] }
  }

  private var isValueObserved: Bool { observedValue?.isObserved == true || subscribers?.isEmpty == false }

  /// Calls `receive` after each change until the store of a runtime is deallocated.
  func subscribe<Action>(
    untilEndOf runtime: Runtime<Action>,
    _ receive: @escaping @MainActor (Value) -> Void
  ) -> StoreSubscription {
    let subscription = subscribe(receive)
    if storeEnd == nil, let subscribers {
      storeEnd = runtime.whenEnded { [weak subscribers] in subscribers?.cancelAll() }
    }
    return subscription
  }

  /// Calls `receive` when the part, which is present, departs.
  func subscribe(toDeparture receive: @escaping @MainActor () -> Void) -> StoreSubscription {
    let subscribers = departureSubscribers ?? StoreSubscribers()
    departureSubscribers = subscribers
    list()
    return subscribers.add(receive)
  }

  /// The part's own parts.
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

  /// Returns the life of the stores that are made from it.
  func hold() -> ScopeLife {
    if let life { return life }
    let life = ScopeLife()
    if hasDeparted { life.end() }
    self.life = life
    if canDepart { list() }
    return life
  }

  var isHeld: Bool { life != nil }

  var isNeeded: Bool {
    isValueObserved || canDepart && isHeld
      || departureSubscribers?.isEmpty == false || observedPresence?.isObserved == true || ownParts?.isNeeded == true
  }

  deinit {
    storeEnd?.cancel()
  }

  // MARK: Changing

  /// Begins as a part of a whole that has departed.
  func beginDeparted(last: Value) {
    phase = .departed(last: last)
  }

  /// Takes note of a new value.
  func change(from old: Value, to new: Value, _ changes: inout SliceChanges) {
    let isSame = seen.isEmpty ? comparison.areSame(old, new) : isSameAsSeen(new)
    if !isSame {
      hasToTell = true
      changes.slices.append(self)
    }
    hasUntoldChange = isSame
    if !isSame || comparison.isCustom { ownParts?.change(from: old, to: new, &changes) }
  }

  /// Takes note that the part has departed.
  func depart(with last: Value, _ changes: inout SliceChanges) {
    phase = .departed(last: last)
    seen = []
    // Before any notification, as its receiver may send to the part.
    life?.noteDeparture()
    hasToTell = true
    changes.slices.append(self)
    changes.haveDepartures = true
    ownParts?.change(from: last, to: nil, &changes)
  }
}

extension ObservedSlice: ChangedSlice {
  func tell() {
    guard hasToTell else { return }
    hasToTell = false
    guard !hasDeparted else { return tellOfDeparture() }
    if comparison.isCustom { seen = current.map { [$0] } ?? [] }
    // After the change: only then is it known whether there is one.
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
  let areSame: @MainActor (Value, Value) -> Bool
  /// Whether it is a user's comparison, which may leave parts out, and for which many small steps may be a change.
  let isCustom: Bool

  init(isCustom: Bool, _ areSame: @escaping @MainActor (Value, Value) -> Bool) {
    self.areSame = areSame
    self.isCustom = isCustom
  }

  init(by areEqual: @escaping @MainActor (Value, Value) -> Bool) {
    self.init(isCustom: true, areEqual)
  }

  /// A comparison of values and of the objects in them.
  init() where Value: Equatable {
    self.init(isCustom: false, PartComparison<Value>().areSame)
  }

  /// A comparison of values without objects.
  static func equality() -> SliceComparison where Value: Equatable {
    SliceComparison(isCustom: false) { $0 == $1 }
  }
}

/// A slice that a function finds in its whole.
class PartSlice<Whole, Value>: ObservedSlice<Value>, SlicePart {
  // It outlives this slice: it is retained by the same store, by the one that was scoped, or with this; see `owner`.
  private unowned let whole: any SliceWhole<Whole>
  private let find: @MainActor (Whole) -> Value?
  /// The id of the child that a value belongs to; without it, any value in its place is the same child.
  private let ownID: (@MainActor (Value) -> EffectID?)?
  private let mayDepart: Bool
  private var remembered: Value?
  var isListed = false {
    didSet { if !isListed { forgetSeen() } }
  }

  /// Creates a slice.
  ///
  /// - Parameters:
  ///   - whole: The whole that contains it.
  ///   - mayDepart: Whether it departs when it is not found any more.
  ///   - ownID: The id of the child that a value belongs to; without it, any value in its place is the same child.
  ///   - comparison: The rule for what counts as a change to observers.
  ///   - find: Finds the value; for a slice that cannot depart it always does.
  init(
    of whole: any SliceWhole<Whole>,
    mayDepart: Bool,
    ownID: (@MainActor (Value) -> EffectID?)? = nil,
    comparison: SliceComparison<Value>,
    find: @escaping @MainActor (Whole) -> Value?
  ) {
    self.whole = whole
    self.mayDepart = mayDepart
    self.ownID = ownID
    self.find = find
    super.init(comparison)
    if whole.hasDeparted, let last = present { beginDeparted(last: last) }
  }

  override var present: Value? { whole.current.flatMap { find($0) } }

  override var owner: (any Sendable)? { whole }

  override var canDepart: Bool { mayDepart || whole.canDepart }

  override func list() {
    guard !isListed else { return }
    isListed = true
    whole.list(self)
  }

  func remember(in whole: Whole) {
    if comparison.isCustom { forgetSeen() }
    remembered = find(whole)
  }

  func settle(in whole: Whole?, _ changes: inout SliceChanges) {
    guard let old = remembered.take() else { return }
    guard let new = whole.flatMap({ find($0) }), ownID.map({ $0(old) == $0(new) }) ?? true else {
      return depart(with: old, &changes)
    }
    change(from: old, to: new, &changes)
  }
}

/// A slice, as seen by the whole that contains it.
@MainActor
protocol SlicePart<Whole>: AnyObject {
  associatedtype Whole

  /// Whether the whole has it on its list; see ``SliceWhole/list(_:)``.
  var isListed: Bool { get set }
  /// Whether a store that was made from it still exists.
  var isHeld: Bool { get }
  /// Whether it, or one of its own parts, has observers, subscribers or, if it can depart, stores.
  var isNeeded: Bool { get }
  /// Whether it has left the whole for good.
  var hasDeparted: Bool { get }

  /// Keeps the part for a comparison, until ``settle(in:_:)``.
  func remember(in whole: Whole)
  /// Compares the kept value with the part as it is now; `nil` if the whole has departed.
  func settle(in whole: Whole?, _ changes: inout SliceChanges)
}

/// The whole that slices are parts of: a state, a part of a state, or a collection in one.
@MainActor
protocol SliceWhole<Value>: AnyObject, Sendable {
  associatedtype Value

  /// The current whole; once it has departed, its last value, or `nil` if that was not kept.
  var current: Value? { get }

  /// Whether it can depart, with all its parts.
  var canDepart: Bool { get }

  /// Whether it has departed, with all its parts.
  var hasDeparted: Bool { get }

  /// Checks a part at each change of the whole from now on, until the part is not needed any more.
  func list(_ part: any SlicePart<Value>)
}

/// The slices that a change of a state has changed, whose observers are notified once all of them are known.
struct SliceChanges {
  var slices: [any ChangedSlice] = []
  /// Whether some of them have departed.
  var haveDepartures = false
}

/// A slice whose observers are notified when it has changed.
@MainActor
protocol ChangedSlice: AnyObject {
  /// Notifies its observers that it has changed or departed, if they have not been.
  ///
  /// An observer of another slice may have made a newer change, of which this one's were notified.
  func tell()
}
