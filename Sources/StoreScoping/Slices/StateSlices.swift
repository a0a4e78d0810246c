import StoreCore

/// The parts of a state that are observed separately.
///
/// A store with a value state has one; see ``ScopableStore``. A `StateBox` keeps its own, and an engine that keeps its
/// state elsewhere has a box stand for it:
///
/// ```swift
/// let changes = StateBox((), options: StoreOptions(keepsStateReadable: true))
/// let slices = changes.slices(of: { published.value })
///
/// changes.take()
/// published.value = new
/// changes.put(())
/// ```
///
/// Observers of a part are notified of a change if the part differs from before. A part is checked while it has
/// observers or subscribers, and one that can depart also while there is a store of it. The state has to be a value: an
/// object is its own former state, in which no part has changed.
@MainActor
public final class StateSlices<State> {
  /// The parts that may be needed, which are checked when the state changes.
  private var listed: [any SlicePart<State>] = []
  /// The parts of key paths, shared by all readers of the same one.
  private var known: [SliceKey: any SlicePart<State>] = [:]
  /// The number of known slices at which those that are not needed are forgotten.
  private var knownLimit = 32
  /// The same for listed ones, for a state that is read and does not change.
  private var listedLimit = 32
  /// Whether the listed parts are remembered until the change is made.
  private var isChanging = false
  /// The ids of scopes of key paths that were reported because their children are lifted with other ones.
  var reportedIDs: [AnyKeyPath: Set<EffectID>] = [:]
  let canDepart: Bool
  private let read: @MainActor () -> State?
  private let hasWholeDeparted: @MainActor () -> Bool
  private let listWhole: @MainActor () -> Void

  /// Creates the slices of a state that an engine keeps.
  ///
  /// - Parameter read: Reads the current state, without registering in an observation. It must not retain the store.
  convenience init(_ read: @escaping @MainActor () -> State) {
    Self.requireValue(State.self)
    self.init(canDepart: false, read, hasDeparted: { false }, list: {})
  }

  /// Ends the program if a state is an object: a property of one that is a part of a state can be read by its name, as
  /// the object reports its changes itself, but not more.
  static func requireValue(_ state: State.Type) {
    guard State.self is AnyObject.Type else { return }
    fatalError(
      """
      Asked for a part of a state that is an object, \(State.self), as a scope, as a child or by its name.

      Its changes would be missed: a part is compared with the one in the state before, and that is the same object.

      Make the state a struct, or read the part by 'state' and let the object report its changes itself, as an \
      '@Observable' one does.
      """
    )
  }

  /// Creates the slices of a state or of a part of one.
  ///
  /// - Parameters:
  ///   - canDepart: Whether the whole can depart.
  ///   - read: Reads the whole; `nil` if it is absent.
  ///   - hasDeparted: Whether the whole has departed.
  ///   - list: Called when a part of it becomes needed.
  init(
    canDepart: Bool,
    _ read: @escaping @MainActor () -> State?,
    hasDeparted: @escaping @MainActor () -> Bool,
    list: @escaping @MainActor () -> Void
  ) {
    self.canDepart = canDepart
    self.read = read
    hasWholeDeparted = hasDeparted
    listWhole = list
  }

  /// Notifies the observers of the parts that have changed with the state.
  ///
  /// Call it when the new state is set, before any other notification of it. Actions that are sent meanwhile have to be
  /// handled after the change, as they are inside a handler and inside `Runtime.changeState(at:isBehindSent:_:)`.
  ///
  /// - Parameter old: The state before the change.
  /// - Complexity: O(observed parts), and a comparison of each.
  func didChange(from old: State) {
    guard !listed.isEmpty, let new = read() else { return }
    var changes = SliceChanges()
    change(from: old, to: new, &changes)
    for slice in changes.slices { slice.tell() }
  }

  /// Notes that a change in place has begun: observers that read a part from now on are also notified of it.
  func begin() {
    isChanging = true
  }

  // MARK: Parts

  /// Returns the part of a key, which is created if there is none.
  func part<Part: SlicePart<State>>(_ key: SliceKey, _ make: () -> Part) -> Part {
    if let part = known[key] as? Part { return part }
    if known.count >= knownLimit { forgetUnneeded() }
    let part = make()
    known[key] = part
    return part
  }

  /// Whether a part is needed.
  ///
  /// - Complexity: O(1), over all calls: parts that are not needed are removed from the list.
  var isNeeded: Bool {
    while let part = listed.last {
      guard !part.isNeeded else { return true }
      part.isListed = false
      listed.removeLast()
    }
    return false
  }

  /// The number of listed parts, for tests of its bounds.
  package var listedCount: Int { listed.count }

  private func forgetUnneeded() {
    // By hand: the library's own functions are slow for elements whose type is known only at run time.
    var needed = 0
    for place in 0..<listed.count {
      let part = listed[place]
      if part.isNeeded {
        if needed != place { listed[needed] = part }
        needed += 1
      } else {
        part.isListed = false
      }
    }
    while listed.count > needed { listed.removeLast() }
    listedLimit = 32 + 2 * listed.count
    guard known.count >= knownLimit else { return }
    known = known.filter { $0.value.isListed || $0.value.isHeld }
    knownLimit = 32 + 2 * known.count
  }

  /// Compares the parts of two values of the whole; `nil` if it has departed, as then have its parts.
  func change(from old: State, to new: State?, _ changes: inout SliceChanges) {
    if case .some = new { forgetUnneeded() }
    for part in listed {
      part.remember(in: old)
      part.settle(in: new, &changes)
    }
    guard case .none = new else {
      if changes.haveDepartures { dropDeparted() }
      return
    }
    listed = []
    known = [:]
  }

  private func dropDeparted() {
    listed.removeAll(where: \.hasDeparted)
    known = known.filter { !$0.value.hasDeparted }
  }
}

// Changes in place, as reported by the box of the state.
extension StateSlices: ObservedParts {
  package func remember() {
    isChanging = true
    forgetUnneeded()
    guard !listed.isEmpty, let state = read() else { return }
    for part in listed { part.remember(in: state) }
  }

  package func settle() {
    isChanging = false
    guard !listed.isEmpty, let new = read() else { return }
    var changes = SliceChanges()
    for part in listed { part.settle(in: new, &changes) }
    if changes.haveDepartures { dropDeparted() }
    for slice in changes.slices { slice.tell() }
  }
}

extension StateSlices {
  /// A part that is always present, shared by all its readers.
  func value<Value: Equatable>(_ keyPath: KeyPath<State, Value>) -> PartSlice<State, Value> {
    part(SliceKey(path: keyPath, kind: .value)) {
      PartSlice(of: self, mayDepart: false, comparison: SliceComparison()) { $0[keyPath: keyPath] }
    }
  }

  /// A part that is always present, with the user's comparison.
  func value<Value>(
    _ keyPath: KeyPath<State, Value>,
    by areEqual: @escaping @MainActor (Value, Value) -> Bool
  ) -> PartSlice<State, Value> {
    PartSlice(of: self, mayDepart: false, comparison: SliceComparison(by: areEqual)) { $0[keyPath: keyPath] }
  }

  /// Which child is in the place of a part, if there is one.
  func presentID<Value>(of part: Part<State, Value>) -> PartSlice<State, EffectID?> {
    Self.requireValue(State.self)
    return self.part(SliceKey(path: part.keyPath, kind: part.ownID == nil ? .presence : .presentID)) {
      PartSlice(of: self, mayDepart: false, comparison: .equality()) { .some(part.presentID(in: $0)) }
    }
  }

  /// A part that may be absent, and that departs when another child takes its place.
  func child<Value>(_ part: Part<State, Value>) -> PartSlice<State, Value> {
    func make() -> PartSlice<State, Value> {
      PartSlice(of: self, mayDepart: true, ownID: part.ownID, comparison: part.comparison()) {
        $0[keyPath: part.keyPath]
      }
    }
    guard part.isShared else { return make() }
    return self.part(SliceKey(path: part.keyPath, kind: part.ownID == nil ? .child : .identifiedChild), make)
  }

  /// A part that may be absent, as a collection of one element or of none, which is another one for another child.
  func elements<Value>(of part: Part<State, Value>) -> ElementSlices<State, PartElements<Value>> {
    ElementSlices(of: self, ElementComparison(part.comparison())) { part.elements(in: $0) }
  }

  /// The elements of a collection.
  func elements<Elements: RandomAccessCollection>(
    _ keyPath: KeyPath<State, Elements>,
    _ comparison: ElementComparison<Elements>
  ) -> ElementSlices<State, Elements> {
    func make() -> ElementSlices<State, Elements> {
      ElementSlices(of: self, comparison) { $0[keyPath: keyPath] }
    }
    return comparison.isShared ? part(SliceKey(path: keyPath, kind: .elements), make) : make()
  }
}

extension StateSlices: SliceWhole {
  /// The whole as it is now.
  var current: State? { read() }
  var hasDeparted: Bool { hasWholeDeparted() }

  func list(_ part: any SlicePart<State>) {
    if listed.count >= listedLimit { forgetUnneeded() }
    listed.append(part)
    listWhole()
    if isChanging, let state = read() { part.remember(in: state) }
  }
}

/// The key by which slices are shared.
struct SliceKey: Hashable {
  enum Kind: Hashable {
    case value
    case presence
    case presentID
    case child
    case identifiedChild
    case elements
  }

  let path: AnyKeyPath
  let kind: Kind
}
