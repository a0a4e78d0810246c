/// A slice that a function finds in its whole.
class PartSlice<Whole, Value>: Slice<Value>, SlicePart {
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
  ///   - comparison: Says what is a change to those who observe.
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
