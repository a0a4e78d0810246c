public import StoreCore

extension ScopableStore {
  /// Returns a store of each element of a collection, in its order.
  ///
  /// ```swift
  /// ForEach(store.scopes(\.rows, id: "rows") { .row($0, $1) }) { row in RowView(store: row) }
  /// ```
  ///
  /// A call inside an observation registers for the ids of the elements and their order, not for the elements. A scope
  /// follows its element wherever that moves, and departs when no element has its id any more. Each id has to belong to
  /// one element: several share one scope, which debug builds report.
  ///
  /// For any number of observed elements, a change costs one comparison of the collection, and none if the action
  /// leaves the collection as it is.
  ///
  /// - Parameters:
  ///   - keyPath: The path to the collection, such as an array or the values of an `OrderedDictionary`.
  ///   - id: The id with which the elements' reducer was lifted; if the store does not know it, effects are this store's
  ///     without it.
  ///   - extract: Extracts an element's id and action from one of this store's, for subscribers to the scopes' actions.
  ///   - embed: Makes this store's action for one of an element's; called on the thread that sends.
  ///   - fileID: The file of the call, for issues; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The stores of the elements.
  /// - Complexity: O(elements). A read of an element's state is O(the distance that it has moved since the last call).
  @inlinable
  public func scopes<Elements: RandomAccessCollection, ElementAction: Sendable>(
    _ keyPath: KeyPath<State, Elements>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    extract: (@MainActor @Sendable (Action) -> (Elements.Element.ID, ElementAction)?)? = nil,
    action embed: @escaping @Sendable (Elements.Element.ID, ElementAction) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> [ScopedStore<Elements.Element, ElementAction>]
  where Elements.Element: Identifiable & Equatable, Elements.Element.ID: Sendable {
    // The comparison is specialised here, where the types are known.
    let all = elements(keyPath) { old, new, comparison in
      ElementDifferences(from: old, to: new) { comparison.areSame($0, $1) }
    }
    return scopes(all, effects(id, of: keyPath, at: CallSite(fileID, line)), extract, embed, at: CallSite(fileID, line))
  }

  /// Returns a store of each element of a collection, in its order, to which this store's actions are sent.
  @inlinable
  public func scopes<Elements: RandomAccessCollection>(
    _ keyPath: KeyPath<State, Elements>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> [ScopedStore<Elements.Element, Action>]
  where Elements.Element: Identifiable & Equatable, Elements.Element.ID: Sendable {
    let all = elements(keyPath) { old, new, comparison in
      ElementDifferences(from: old, to: new) { comparison.areSame($0, $1) }
    }
    return scopes(all, effects(id, of: keyPath, at: CallSite(fileID, line)), at: CallSite(fileID, line))
  }

  /// Returns a store of each element of a collection, in its order, with a comparison that detects changes.
  ///
  /// The scopes of each call are compared separately while they are in use: keep them if there are many observers.
  /// `areEqual` returns whether two states of an element are the same to observers of its scope.
  @inlinable
  public func scopes<Elements: RandomAccessCollection, ElementAction: Sendable>(
    _ keyPath: KeyPath<State, Elements>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    by areEqual: @escaping @MainActor (Elements.Element, Elements.Element) -> Bool,
    extract: (@MainActor @Sendable (Action) -> (Elements.Element.ID, ElementAction)?)? = nil,
    action embed: @escaping @Sendable (Elements.Element.ID, ElementAction) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> [ScopedStore<Elements.Element, ElementAction>]
  where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    let all = elements(keyPath, by: areEqual)
    return scopes(all, effects(id, of: keyPath, at: CallSite(fileID, line)), extract, embed, at: CallSite(fileID, line))
  }

  /// Returns a store of the element with an id in a collection; `nil` while there is none.
  ///
  /// A call inside an observation registers for the presence of the element, not for its state.
  ///
  /// - Complexity: O(1) for an element that has a scope or is observed; for another one O(its distance from the
  ///   beginning of the collection), and O(elements) if it is absent. For all elements use `scopes`.
  @inlinable
  public func scope<Elements: RandomAccessCollection, ElementAction: Sendable>(
    _ keyPath: KeyPath<State, Elements>,
    element elementID: Elements.Element.ID,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    extract: (@MainActor @Sendable (Action) -> (Elements.Element.ID, ElementAction)?)? = nil,
    action embed: @escaping @Sendable (Elements.Element.ID, ElementAction) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Elements.Element, ElementAction>?
  where Elements.Element: Identifiable & Equatable, Elements.Element.ID: Sendable {
    let all = elements(keyPath) { old, new, comparison in
      ElementDifferences(from: old, to: new) { comparison.areSame($0, $1) }
    }
    return scope(all, elementID, effects(id, of: keyPath, at: CallSite(fileID, line)), extract, embed)
  }

  /// Returns a store of the element with an id in a collection, to which this store's actions are sent; `nil` while
  /// there is none.
  @inlinable
  public func scope<Elements: RandomAccessCollection>(
    _ keyPath: KeyPath<State, Elements>,
    element elementID: Elements.Element.ID,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Elements.Element, Action>?
  where Elements.Element: Identifiable & Equatable, Elements.Element.ID: Sendable {
    let all = elements(keyPath) { old, new, comparison in
      ElementDifferences(from: old, to: new) { comparison.areSame($0, $1) }
    }
    return scope(all, elementID, effects(id, of: keyPath, at: CallSite(fileID, line)))
  }

  /// Returns a store of the element with an id in a collection, with a comparison that detects changes; `nil` while
  /// there is none.
  ///
  /// `areEqual` returns whether two states of the element are the same to observers of the scope.
  @inlinable
  public func scope<Elements: RandomAccessCollection, ElementAction: Sendable>(
    _ keyPath: KeyPath<State, Elements>,
    element elementID: Elements.Element.ID,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    by areEqual: @escaping @MainActor (Elements.Element, Elements.Element) -> Bool,
    extract: (@MainActor @Sendable (Action) -> (Elements.Element.ID, ElementAction)?)? = nil,
    action embed: @escaping @Sendable (Elements.Element.ID, ElementAction) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Elements.Element, ElementAction>?
  where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    let all = elements(keyPath, by: areEqual)
    return scope(all, elementID, effects(id, of: keyPath, at: CallSite(fileID, line)), extract, embed)
  }
}

extension ScopableStore {
  /// The elements of a collection, shared by all its readers.
  @usableFromInline
  func elements<Elements: RandomAccessCollection>(
    _ keyPath: KeyPath<State, Elements>,
    _ differences: @escaping ElementDifferences<Elements>.Finder
  ) -> ElementSlices<State, Elements> where Elements.Element: Identifiable & Equatable {
    slices.elements(keyPath, differences)
  }

  /// The elements of a collection with the user's comparison.
  @usableFromInline
  func elements<Elements: RandomAccessCollection>(
    _ keyPath: KeyPath<State, Elements>,
    by areEqual: @escaping @MainActor (Elements.Element, Elements.Element) -> Bool
  ) -> ElementSlices<State, Elements> where Elements.Element: Identifiable {
    // Each element is looked at: parts of those that are the same to the comparison may differ.
    ElementSlices(of: slices, comparison: SliceComparison(by: areEqual)) {
      old,
      new,
      _ in
      ElementDifferences(from: old, to: new) { _, _ in false }
    } find: {
      $0[keyPath: keyPath]
    }
  }

  @usableFromInline
  func scopes<Elements: RandomAccessCollection, ElementAction: Sendable>(
    _ all: ElementSlices<State, Elements>,
    _ effects: PartEffects,
    _ extract: (@MainActor @Sendable (Action) -> (Elements.Element.ID, ElementAction)?)?,
    _ embed: @escaping @Sendable (Elements.Element.ID, ElementAction) -> Action,
    at location: CallSite
  ) -> [ScopedStore<Elements.Element, ElementAction>]
  where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    scopes(all, at: location) { self.scope($0, of: $1, effects, extract, embed) }
  }

  @usableFromInline
  func scopes<Elements: RandomAccessCollection>(
    _ all: ElementSlices<State, Elements>,
    _ effects: PartEffects,
    at location: CallSite
  ) -> [ScopedStore<Elements.Element, Action>]
  where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    scopes(all, at: location) { self.scope($0, effects.appending($1), { $0 }, { $0 }) }
  }

  private func scopes<Elements: RandomAccessCollection, ElementAction: Sendable>(
    _ all: ElementSlices<State, Elements>,
    at location: CallSite,
    make: (ObservedSlice<Elements.Element>, Elements.Element.ID) -> ScopedStore<Elements.Element, ElementAction>
  ) -> [ScopedStore<Elements.Element, ElementAction>]
  where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    guard let elements = all.observedOrder() else { return [] }
    #if DEBUG
    if let id = all.newDuplicateID(in: elements) {
      let consequence = "They have one scope, which shows the first of them."
      runtime.reportDuplicate(id, of: Elements.Element.self, consequence, at: location)
    }
    #endif
    var place = 0
    return elements.map { element in
      defer { place += 1 }
      return make(all.slice(of: element.id, at: place, in: elements), element.id)
    }
  }

  @usableFromInline
  func scope<Elements: RandomAccessCollection, ElementAction: Sendable>(
    _ all: ElementSlices<State, Elements>,
    _ elementID: Elements.Element.ID,
    _ effects: PartEffects,
    _ extract: (@MainActor @Sendable (Action) -> (Elements.Element.ID, ElementAction)?)?,
    _ embed: @escaping @Sendable (Elements.Element.ID, ElementAction) -> Action
  ) -> ScopedStore<Elements.Element, ElementAction>?
  where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    all.observedSlice(of: elementID).map { self.scope($0, of: elementID, effects, extract, embed) }
  }

  @usableFromInline
  func scope<Elements: RandomAccessCollection>(
    _ all: ElementSlices<State, Elements>,
    _ elementID: Elements.Element.ID,
    _ effects: PartEffects
  ) -> ScopedStore<Elements.Element, Action>?
  where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    all.observedSlice(of: elementID).map { self.scope($0, effects.appending(elementID), { $0 }, { $0 }) }
  }

  private func scope<Element, ID: Hashable & Sendable, ElementAction: Sendable>(
    _ slice: ObservedSlice<Element>,
    of id: ID,
    _ effects: PartEffects,
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
    return self.scope(slice, effects.appending(id), extractOne) { embed(id, $0) }
  }
}
