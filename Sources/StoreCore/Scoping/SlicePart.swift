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

  /// The whole as it is now; `nil` once it has departed.
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
  private var slices: [any ObservedSlice] = []

  /// Adds a slice that has changed or departed.
  mutating func add(_ slice: any ObservedSlice) {
    slices.append(slice)
  }

  func tell() {
    for slice in slices { slice.tell() }
  }
}

/// A slice that has observers.
@MainActor
protocol ObservedSlice: AnyObject {
  /// Tells its observers that it has changed or departed.
  func tell()
}
