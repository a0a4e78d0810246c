import StoreCore

/// The parts of a state that are observed separately.
///
/// A store with a value state has one; see ``ScopableStore``. A `StateBox` keeps its own. An engine that keeps its
/// state elsewhere creates one, and reports each change to it:
///
/// ```swift
/// let slices = StateSlices { published.value }
///
/// let old = published.value
/// published.value = new
/// slices.didChange(from: old)
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
  public convenience init(_ read: @escaping @MainActor () -> State) {
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
  public func didChange(from old: State) {
    guard !listed.isEmpty, let new = read() else { return }
    var changes = SliceChanges()
    compare(old, new, &changes)
    changes.tell()
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
    listed.removeAll { part in
      guard !part.isNeeded else { return false }
      part.isListed = false
      return true
    }
    listedLimit = 32 + 2 * listed.count
    guard known.count >= knownLimit else { return }
    known = known.filter { $0.value.isListed || $0.value.isHeld }
    knownLimit = 32 + 2 * known.count
  }

  func compare(_ old: State, _ new: State, _ changes: inout SliceChanges) {
    forgetUnneeded()
    for part in listed { part.compare(old, new, &changes) }
    dropDeparted()
  }

  /// Notes that the whole has departed, and so have its parts.
  func depart(from last: State, _ changes: inout SliceChanges) {
    for part in listed { part.depart(from: last, &changes) }
    listed = []
    known = [:]
  }

  private func dropDeparted() {
    guard listed.contains(where: \.hasDeparted) else { return }
    listed.removeAll(where: \.hasDeparted)
    known = known.filter { !$0.value.hasDeparted }
  }
}

// Changes in place, as reported by the box of the state.
extension StateSlices: ObservedParts {
  package func remember() {
    begin()
    forgetUnneeded()
    guard !listed.isEmpty, let state = read() else { return }
    for part in listed { part.remember(in: state) }
  }

  package func settle() {
    isChanging = false
    guard !listed.isEmpty, let new = read() else { return }
    var changes = SliceChanges()
    for part in listed { part.settle(in: new, &changes) }
    dropDeparted()
    changes.tell()
  }
}

// The slices of key paths, shared by all readers of the same one.
extension StateSlices {
  /// A part that is always present.
  func value<Part: Equatable>(_ keyPath: KeyPath<State, Part>) -> PartSlice<State, Part> {
    part(SliceKey(path: keyPath, kind: .value)) {
      PartSlice(of: self, mayDepart: false, comparison: SliceComparison()) { $0[keyPath: keyPath] }
    }
  }

  /// Whether a part is present.
  func presence<Part>(of keyPath: KeyPath<State, Part?>) -> PartSlice<State, Bool> {
    part(SliceKey(path: keyPath, kind: .presence)) {
      presence { $0[keyPath: keyPath] }
    }
  }

  /// The id of a part, or `nil` if it is absent.
  func presentID<Part: Identifiable>(of keyPath: KeyPath<State, Part?>) -> PartSlice<State, Part.ID?> {
    part(SliceKey(path: keyPath, kind: .presentID)) {
      presentID { $0[keyPath: keyPath] }
    }
  }

  /// A part that may be absent.
  func child<Part: Equatable>(_ keyPath: KeyPath<State, Part?>) -> PartSlice<State, Part> {
    part(SliceKey(path: keyPath, kind: .child)) { child(SliceComparison()) { $0[keyPath: keyPath] } }
  }

  /// A part that may be absent, and that departs when one with another id takes its place.
  func identifiedChild<Part: Equatable & Identifiable>(_ keyPath: KeyPath<State, Part?>) -> PartSlice<State, Part> {
    part(SliceKey(path: keyPath, kind: .identifiedChild)) {
      identifiedChild(SliceComparison()) { $0[keyPath: keyPath] }
    }
  }

  /// The elements of a collection.
  func elements<Elements: RandomAccessCollection>(
    _ keyPath: KeyPath<State, Elements>,
    _ differences: @escaping ElementDifferences<Elements>.Finder
  ) -> ElementSlices<State, Elements> where Elements.Element: Identifiable & Equatable {
    part(SliceKey(path: keyPath, kind: .elements)) {
      ElementSlices(of: self, comparison: SliceComparison(), differences: differences) { $0[keyPath: keyPath] }
    }
  }
}

// The slices that are not shared.
extension StateSlices {
  /// Whether a part is present.
  func presence<Part>(finding find: @escaping @MainActor (State) -> Part?) -> PartSlice<State, Bool> {
    Self.requireValue(State.self)
    return PartSlice(of: self, mayDepart: false, comparison: SliceComparison()) { state in
      if case .some = find(state) { true } else { false }
    }
  }

  /// The id of a part, or `nil` if it is absent.
  func presentID<Part: Identifiable>(
    finding find: @escaping @MainActor (State) -> Part?
  ) -> PartSlice<State, Part.ID?> {
    Self.requireValue(State.self)
    return PartSlice(of: self, mayDepart: false, comparison: SliceComparison()) { .some(find($0)?.id) }
  }

  /// A part that may be absent.
  func child<Part>(
    _ comparison: SliceComparison<Part>,
    finding find: @escaping @MainActor (State) -> Part?
  ) -> PartSlice<State, Part> {
    PartSlice(of: self, mayDepart: true, comparison: comparison, find: find)
  }

  /// A part that may be absent, and that departs when one with another id takes its place.
  func identifiedChild<Part: Identifiable>(
    _ comparison: SliceComparison<Part>,
    finding find: @escaping @MainActor (State) -> Part?
  ) -> PartSlice<State, Part> {
    PartSlice(of: self, mayDepart: true, isSame: { $0.id == $1.id }, comparison: comparison, find: find)
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
