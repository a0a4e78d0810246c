public import StoreCore

extension ScopableStore {
  /// A store of each element of a collection, in its order.
  ///
  /// ```swift
  /// ForEach(store.scopes(\.rows, id: "rows") { .row($0, $1) }) { row in RowView(store: row) }
  /// ```
  ///
  /// Asked in an observation it registers for the ids of the elements and their order, and not for the elements. A scope
  /// stays the one of its element wherever that moves; it departs when there is no element of its id any more. Each id has
  /// to be that of one element: several have one scope, which debug builds report.
  ///
  /// However many of the elements are observed, a change costs one comparison of the collection, and none where the action
  /// leaves the collection as it is.
  ///
  /// - Parameters:
  ///   - keyPath: Where the collection is, for example an array, or the values of an `OrderedDictionary`.
  ///   - id: The id that the elements' reducer was lifted with; without one, effects are those of this store.
  ///   - extract: The id of an element and its action in one of this store's, for code that asks the scopes for their
  ///     actions.
  ///   - embed: This store's action for one of an element's; called on whichever thread sends.
  /// - Returns: The stores of the elements.
  /// - Complexity: O(elements). A read of an element's state is O(the distance that it has moved since the last call).
  @inlinable
  public func scopes<Elements: RandomAccessCollection, ElementAction: Sendable>(
    _ keyPath: KeyPath<State, Elements>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    extract: (@MainActor @Sendable (Action) -> (Elements.Element.ID, ElementAction)?)? = nil,
    action embed: @escaping @Sendable (Elements.Element.ID, ElementAction) -> Action
  ) -> [ScopedStore<Elements.Element, ElementAction>]
  where Elements.Element: Identifiable & Equatable, Elements.Element.ID: Sendable {
    // Compared here, where the types are known, it is compiled for them.
    let all = elements(keyPath) { ElementDifferences(from: $0, to: $1) { $0 == $1 } }
    return scopes(all, id.map { EffectScope($0) }, extract, embed)
  }

  /// A store of each element of a collection, in its order, with a comparison that says what is a change.
  ///
  /// What one call returns is compared by itself, as long as somebody has an interest in it: keep it where many look on.
  /// `areEqual` says whether two states of an element are the same to observers of its scope.
  @inlinable
  public func scopes<Elements: RandomAccessCollection, ElementAction: Sendable>(
    _ keyPath: KeyPath<State, Elements>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    by areEqual: @escaping @MainActor (Elements.Element, Elements.Element) -> Bool,
    extract: (@MainActor @Sendable (Action) -> (Elements.Element.ID, ElementAction)?)? = nil,
    action embed: @escaping @Sendable (Elements.Element.ID, ElementAction) -> Action
  ) -> [ScopedStore<Elements.Element, ElementAction>]
  where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    let all = elements(keyPath, by: areEqual) { ElementDifferences(from: $0, to: $1, areEqual) }
    return scopes(all, id.map { EffectScope($0) }, extract, embed)
  }

  /// A store of the element of an id in a collection; `nil` while there is none.
  ///
  /// Asked in an observation it registers for the presence of the element, and not for its state.
  ///
  /// - Complexity: O(1) for an element that somebody has a scope of or observes; for another one O(its distance from the
  ///   beginning of the collection), and O(elements) where it is absent. For all elements use `scopes`.
  @inlinable
  public func scope<Elements: RandomAccessCollection, ElementAction: Sendable>(
    _ keyPath: KeyPath<State, Elements>,
    element elementID: Elements.Element.ID,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    extract: (@MainActor @Sendable (Action) -> (Elements.Element.ID, ElementAction)?)? = nil,
    action embed: @escaping @Sendable (Elements.Element.ID, ElementAction) -> Action
  ) -> ScopedStore<Elements.Element, ElementAction>?
  where Elements.Element: Identifiable & Equatable, Elements.Element.ID: Sendable {
    let all = elements(keyPath) { ElementDifferences(from: $0, to: $1) { $0 == $1 } }
    return scope(all, elementID, id.map { EffectScope($0) }, extract, embed)
  }

  /// A store of the element of an id in a collection, with a comparison that says what is a change; `nil` while there is
  /// none.
  ///
  /// `areEqual` says whether two states of the element are the same to observers of the scope.
  @inlinable
  public func scope<Elements: RandomAccessCollection, ElementAction: Sendable>(
    _ keyPath: KeyPath<State, Elements>,
    element elementID: Elements.Element.ID,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    by areEqual: @escaping @MainActor (Elements.Element, Elements.Element) -> Bool,
    extract: (@MainActor @Sendable (Action) -> (Elements.Element.ID, ElementAction)?)? = nil,
    action embed: @escaping @Sendable (Elements.Element.ID, ElementAction) -> Action
  ) -> ScopedStore<Elements.Element, ElementAction>?
  where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    let all = elements(keyPath, by: areEqual) { ElementDifferences(from: $0, to: $1, areEqual) }
    return scope(all, elementID, id.map { EffectScope($0) }, extract, embed)
  }
}

extension ScopableStore {
  /// The elements of a collection, shared by all readers of it.
  @usableFromInline
  func elements<Elements: RandomAccessCollection>(
    _ keyPath: KeyPath<State, Elements>,
    _ differences: @escaping ElementDifferences<Elements>.Finder
  ) -> ElementSlices<State, Elements> where Elements.Element: Identifiable & Equatable {
    slices.elements(keyPath, differences)
  }

  /// The elements of a collection by a comparison of the user's.
  @usableFromInline
  func elements<Elements: RandomAccessCollection>(
    _ keyPath: KeyPath<State, Elements>,
    by areEqual: @escaping @MainActor (Elements.Element, Elements.Element) -> Bool,
    _ differences: @escaping ElementDifferences<Elements>.Finder
  ) -> ElementSlices<State, Elements> where Elements.Element: Identifiable {
    ElementSlices(of: slices, comparison: SliceComparison(by: areEqual), differences: differences) {
      $0[keyPath: keyPath]
    }
  }

  @usableFromInline
  func scopes<Elements: RandomAccessCollection, ElementAction: Sendable>(
    _ all: ElementSlices<State, Elements>,
    _ scope: EffectScope?,
    _ extract: (@MainActor @Sendable (Action) -> (Elements.Element.ID, ElementAction)?)?,
    _ embed: @escaping @Sendable (Elements.Element.ID, ElementAction) -> Action
  ) -> [ScopedStore<Elements.Element, ElementAction>]
  where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    guard let elements = all.observedOrder() else { return [] }
    #if DEBUG
    if let id = all.newDuplicateID(in: elements) {
      runtime.reportDuplicate(id, of: Elements.Element.self, "They have one scope, which shows the first of them.")
    }
    #endif
    var place = 0
    return elements.map { element in
      defer { place += 1 }
      return self.scope(all.slice(of: element.id, at: place, in: elements), of: element.id, scope, extract, embed)
    }
  }

  @usableFromInline
  func scope<Elements: RandomAccessCollection, ElementAction: Sendable>(
    _ all: ElementSlices<State, Elements>,
    _ elementID: Elements.Element.ID,
    _ scope: EffectScope?,
    _ extract: (@MainActor @Sendable (Action) -> (Elements.Element.ID, ElementAction)?)?,
    _ embed: @escaping @Sendable (Elements.Element.ID, ElementAction) -> Action
  ) -> ScopedStore<Elements.Element, ElementAction>?
  where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    all.observedSlice(of: elementID).map { self.scope($0, of: elementID, scope, extract, embed) }
  }

  private func scope<Element, ID: Hashable & Sendable, ElementAction: Sendable>(
    _ slice: ObservedSlice<Element>,
    of id: ID,
    _ scope: EffectScope?,
    _ extract: (@MainActor @Sendable (Action) -> (ID, ElementAction)?)?,
    _ embed: @escaping @Sendable (ID, ElementAction) -> Action
  ) -> ScopedStore<Element, ElementAction> {
    var extractOne: (@MainActor @Sendable (Action) -> ElementAction?)?
    if let extract {
      extractOne = { action in
        guard let (owner, action) = extract(action), owner == id else { return nil }
        return action
      }
    }
    return self.scope(slice, id: scope?.appending(EffectID(id)), extractOne) { embed(id, $0) }
  }
}
