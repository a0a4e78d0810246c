import StoreCore

/// The holder of a child or of several, for a part of a store's state.
@MainActor
protocol ChildHolder: AnyObject {
  /// Whether no child is made any more.
  var isCancelled: Bool { get }
}

extension StoreEngine {
  /// In debug builds, reports a second child of one type for a part of the state; returns its holder.
  func noted<Holder: ChildHolder>(
    _ holder: Holder,
    for keyPath: AnyKeyPath,
    of owner: AnyObject,
    at location: CallSite
  ) -> Holder {
    #if DEBUG
    if ChildPlaces.add(holder, for: keyPath, of: owner) {
      runtime.report(
        .repeatedChild,
        """
        Made a second '\(Holder.self)' for one part of a store, which has one already.

        Each makes a child of its own: both get the values of the part, and the output of both goes to the parent.

        Make it once, where the parent is made and not in the body of a view, or cancel the first one.
        """,
        at: location
      )
    }
    #endif
    return holder
  }
}

#if DEBUG
/// The parts of stores for which there are children.
@MainActor
private enum ChildPlaces {
  private struct Place {
    weak var owner: AnyObject?
    weak var holder: (any ChildHolder)?
    let keyPath: AnyKeyPath

    @MainActor var isOver: Bool {
      guard owner != nil, let holder else { return true }
      return holder.isCancelled
    }
  }

  private static var places: [ObjectIdentifier: [Place]] = [:]
  /// The number of owners at which those that are gone are removed.
  private static var limit = 64

  /// Adds a place; returns whether there is one of the same type for the part.
  static func add<Holder: ChildHolder>(_ holder: Holder, for keyPath: AnyKeyPath, of owner: AnyObject) -> Bool {
    if places.count >= limit {
      places = places.compactMapValues { places in
        let others = places.filter { !$0.isOver }
        return others.isEmpty ? nil : others
      }
      limit = max(64, 2 * places.count)
    }
    let others = places[ObjectIdentifier(owner), default: []].filter { !$0.isOver }
    places[ObjectIdentifier(owner)] = others + [Place(owner: owner, holder: holder, keyPath: keyPath)]
    return others.contains { $0.holder is Holder && $0.keyPath == keyPath }
  }
}
#endif
