/// The parts of a state that are observed each by itself.
///
/// A store with a value state has one; see ``ScopableStore``. A ``StateBox`` keeps its own, ``StateBox/slices``. An engine
/// that keeps its state elsewhere makes one, and tells it of each change:
///
/// ```swift
/// let slices = StateSlices { published.value }
///
/// let old = published.value
/// published.value = new
/// slices.didChange(from: old)
/// ```
///
/// An observer of a part is told of a change when the part differs from before. Parts that nobody observes are not
/// looked at.
@MainActor
public final class StateSlices<State>: ChangingSlices {
  /// Those in which somebody has an interest, as far as is known: looked at when the state changes.
  private var listed: [any SlicePart<State>] = []
  /// Those of a key path, to be shared by all who ask for the same one.
  private var known: [SliceKey: any SlicePart<State>] = [:]
  /// The number of known slices at which those without interest are forgotten.
  private var knownLimit = 32
  /// Whether the listed parts are remembered until the change is made.
  private var isChanging = false
  let canDepart: Bool
  private let read: @MainActor () -> State?
  private let hasWholeDeparted: @MainActor () -> Bool
  private let listWhole: @MainActor () -> Void

  /// Creates the slices of a state that an engine keeps.
  ///
  /// - Parameter read: Reads the present state, without a registration in an observation. It must not keep the store.
  public convenience init(_ read: @escaping @MainActor () -> State) {
    self.init(canDepart: false, read, hasDeparted: { false }, list: {})
  }

  /// Creates the slices of a state or of a part of one.
  ///
  /// - Parameters:
  ///   - canDepart: Whether all of it can depart.
  ///   - read: Reads it; `nil` where it is not there.
  ///   - hasDeparted: Whether all of it has departed.
  ///   - list: Says that there is an interest in a part of it.
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

  /// Tells the observers of those parts that have changed with the state.
  ///
  /// To be called when the new state is there, and before anything else hears of it. What is sent meanwhile has to be
  /// handled behind the change, as it is inside of a handler and of ``Runtime/changeState(at:isBehindSent:_:)``.
  ///
  /// - Parameter old: The state before the change.
  /// - Complexity: O(observed parts), and a comparison of each.
  public func didChange(from old: State) {
    guard !listed.isEmpty, let new = read() else { return }
    var changes = SliceChanges()
    compare(old, new, &changes)
    changes.tell()
  }

  // MARK: Changing in place

  /// Notes that a change has begun: it is told to those as well who look at a part from now on.
  func begin() {
    isChanging = true
  }

  func remember() {
    begin()
    guard !listed.isEmpty else { return }
    forgetUnneeded()
    guard !listed.isEmpty, let state = read() else { return }
    for part in listed { part.remember(in: state) }
  }

  func settle() {
    guard isChanging else { return }
    isChanging = false
    guard !listed.isEmpty, let new = read() else { return }
    var changes = SliceChanges()
    for part in listed { part.settle(in: new, &changes) }
    dropDeparted()
    changes.tell()
  }

  // MARK: Parts

  /// The part of a key, which is made if there is none.
  func part<Part: SlicePart<State>>(_ key: SliceKey, _ make: () -> Part) -> Part {
    if let part = known[key] as? Part { return part }
    let part = make()
    known[key] = part
    return part
  }

  /// Whether somebody has an interest in a part.
  ///
  /// - Complexity: O(1), over all calls: what has none is taken off the list.
  var isNeeded: Bool {
    while let part = listed.last {
      guard !part.isNeeded else { return true }
      part.isListed = false
      listed.removeLast()
    }
    return false
  }

  private func forgetUnneeded() {
    listed.removeAll { part in
      guard !part.isNeeded else { return false }
      part.isListed = false
      return true
    }
    guard known.count > knownLimit else { return }
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

extension StateSlices: SliceWhole {
  /// The whole as it is now.
  var current: State? { read() }
  var hasDeparted: Bool { hasWholeDeparted() }

  func list(_ part: any SlicePart<State>) {
    guard !hasDeparted else { return }
    listed.append(part)
    listWhole()
    if isChanging, let state = read() { part.remember(in: state) }
  }
}

/// The slices of a state of whichever type, as the place of the state knows them.
@MainActor
protocol ChangingSlices: AnyObject {
  /// Remembers the observed parts, before the state is taken to be changed.
  func remember()
  /// Compares them with what has become of them, and tells of the differences.
  func settle()
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
