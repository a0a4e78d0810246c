import StoreCore

/// A part of a state that may be absent: where it is, which child it is, and what counts as a change of it.
struct Part<Whole, Value> {
  let keyPath: KeyPath<Whole, Value?>
  /// The id of the child that a value belongs to; without it, any value in the place is the same child.
  let ownID: (@MainActor (Value) -> EffectID?)?
  /// Whether all readers share the slices of the part, as they compare it by `==`.
  let isShared: Bool
  let comparison: @MainActor () -> SliceComparison<Value>

  /// The id of the child that is in the place; `nil` if there is none, and any id if all values are the same child.
  @MainActor
  func presentID(in whole: Whole) -> EffectID? { elements(in: whole).first?.id }

  /// The child that is in the place, as a collection of one element or of none.
  @MainActor
  func elements(in whole: Whole) -> PartElements<Value> {
    PartElements(element: whole[keyPath: keyPath].map { IdentifiedPart(id: ownID?($0) ?? EffectID(0), value: $0) })
  }

  /// The part as a whole of its own.
  var inItself: Part<Value?, Value> {
    Part<Value?, Value>(keyPath: \.self, ownID: ownID, isShared: isShared, comparison: comparison)
  }
}

extension Part {
  init(_ keyPath: KeyPath<Whole, Value?>, ownID: (@MainActor (Value) -> EffectID?)? = nil) where Value: Equatable {
    self.init(keyPath: keyPath, ownID: ownID, isShared: true) { SliceComparison() }
  }

  init(
    _ keyPath: KeyPath<Whole, Value?>,
    ownID: (@MainActor (Value) -> EffectID?)? = nil,
    by areEqual: @escaping @MainActor (Value, Value) -> Bool
  ) {
    self.init(keyPath: keyPath, ownID: ownID, isShared: false) { SliceComparison(by: areEqual) }
  }
}

// The parts that children and their lists name.
extension Part {
  init<Action, ChildAction>(_ child: Child<Whole, Action, Value?, ChildAction>) where Value: Equatable {
    self.init(child.path.keyPath, ownID: child.ownID)
  }

  init<Action, ChildAction>(
    _ child: Child<Whole, Action, Value?, ChildAction>,
    by areEqual: @escaping @MainActor (Value, Value) -> Bool
  ) {
    self.init(child.path.keyPath, ownID: child.ownID, by: areEqual)
  }

  init<Action, Children, ChildAction>(
    _ list: ChildList<Whole, Action, Children, ChildAction>,
    _ id: Children.ChildID
  ) where Children.Child == Value, Value: Equatable {
    self.init(list.path.keyPath.appending(path: \Children.[child: id]))
  }

  init<Action, Children, ChildAction>(
    _ list: ChildList<Whole, Action, Children, ChildAction>,
    _ id: Children.ChildID,
    by areEqual: @escaping @MainActor (Value, Value) -> Bool
  ) where Children.Child == Value {
    self.init(list.path.keyPath.appending(path: \Children.[child: id]), by: areEqual)
  }
}

extension ChildCollection {
  /// The child of an id.
  fileprivate subscript(child id: ChildID) -> Child? {
    var found: Child?
    readChildren([id]) { found = $1 }
    return found
  }
}

/// A value of a part, and the id of the child that it belongs to.
struct IdentifiedPart<Value>: Identifiable {
  let id: EffectID
  let value: Value
}

/// A part as a collection of one element or of none.
struct PartElements<Value>: RandomAccessCollection {
  let element: IdentifiedPart<Value>?

  var startIndex: Int { 0 }
  var endIndex: Int { if case .some = element { 1 } else { 0 } }

  // Not nil: only then there is an index before the end.
  subscript(place: Int) -> IdentifiedPart<Value> { element! }
}
