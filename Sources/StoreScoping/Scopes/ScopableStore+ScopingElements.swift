public import StoreCore

extension ScopableStore {
  /// Returns a store of each element of a collection, in its order.
  ///
  /// ```swift
  /// ForEach(store.scopes(rows)) { row in RowView(store: row) }
  /// ```
  ///
  /// A call inside an observation registers for the ids of the elements and their order, not for the elements. A scope
  /// follows its element wherever that moves, and departs when no element has its id any more. Each id has to belong to
  /// one element: several share one scope, which debug builds report.
  ///
  /// For any number of observed elements, a change costs one comparison of the collection, and none if the action
  /// leaves the collection as it is.
  ///
  /// A computed collection is made again by each call, by each read of an element's state, and twice for each action
  /// while an element is in use: store it in the state if it is not small.
  ///
  /// - Parameters:
  ///   - list: The children in the collection.
  ///   - fileID: The file of the call, for issues; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The stores of the elements.
  /// - Complexity: O(elements). A read of an element's state is O(the distance that it has moved since the last call).
  @inlinable
  public func scopes<Elements: ChildCollection & RandomAccessCollection, ChildAction>(
    _ list: ChildList<State, Action, Elements, ChildAction>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> [ScopedStore<Elements.Element, ChildAction>]
  where Elements.Element: Identifiable & Equatable, Elements.ChildID == Elements.Element.ID {
    let location = CallSite(fileID, line)
    let all = elements(list.path.keyPath, ElementComparison())
    return scopes(all, effects(list.id, of: list.path.keyPath, at: location), list.extract, list.embed, at: location)
  }

  /// Returns a store of each element of a collection, in its order, with a comparison that detects changes.
  ///
  /// The scopes of each call are compared separately while they are in use: keep them if there are many observers.
  /// `areEqual` returns whether two states of an element are the same to observers of its scope.
  public func scopes<Elements: ChildCollection & RandomAccessCollection, ChildAction>(
    _ list: ChildList<State, Action, Elements, ChildAction>,
    by areEqual: @escaping @MainActor (Elements.Element, Elements.Element) -> Bool,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> [ScopedStore<Elements.Element, ChildAction>]
  where Elements.Element: Identifiable, Elements.ChildID == Elements.Element.ID {
    let location = CallSite(fileID, line)
    let all = elements(list.path.keyPath, ElementComparison(by: areEqual))
    return scopes(all, effects(list.id, of: list.path.keyPath, at: location), list.extract, list.embed, at: location)
  }

  /// Returns a store of the element with an id; `nil` while there is none.
  ///
  /// A call inside an observation registers for the presence of the element, not for its state.
  ///
  /// - Complexity: O(1) for an element that has a scope or is observed; for another one O(its distance from the
  ///   beginning of the collection), and O(elements) if it is absent. For all elements use `scopes`.
  @inlinable
  public func scope<Elements: ChildCollection & RandomAccessCollection, ChildAction>(
    _ list: ChildList<State, Action, Elements, ChildAction>,
    element id: Elements.ChildID,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Elements.Element, ChildAction>?
  where Elements.Element: Identifiable & Equatable, Elements.ChildID == Elements.Element.ID {
    let all = elements(list.path.keyPath, ElementComparison())
    let effects = effects(list.id, of: list.path.keyPath, at: CallSite(fileID, line))
    return scope(all, id, effects, list.extract, list.embed)
  }

  /// Returns a store of the child with an id in a dictionary, or in another collection that finds children by their ids;
  /// `nil` while there is none.
  ///
  /// - Complexity: The cost of finding the child, also at each change of the collection.
  public func scope<Children, ChildAction>(
    _ list: ChildList<State, Action, Children, ChildAction>,
    element id: Children.ChildID,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Children.Child, ChildAction>? where Children.Child: Equatable {
    scope(Part(list, id), of: id, list, at: CallSite(fileID, line))
  }

  /// Returns a store of the child with an id, with a comparison that detects changes; `nil` while there is none.
  ///
  /// `areEqual` returns whether two states of the child are the same to observers of the scope.
  public func scope<Children, ChildAction>(
    _ list: ChildList<State, Action, Children, ChildAction>,
    element id: Children.ChildID,
    by areEqual: @escaping @MainActor (Children.Child, Children.Child) -> Bool,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Children.Child, ChildAction>? {
    scope(Part(list, id, by: areEqual), of: id, list, at: CallSite(fileID, line))
  }
}

// Scopes for which no value of their children is needed: their stores deliver no actions of the children's.
extension ScopableStore {
  /// Returns a store of each element of a collection, in its order.
  ///
  /// ```swift
  /// store.scopes(\.rows) { .row($0, $1) }
  /// store.scopes(\.rows) { $1 }  // of the store's own actions
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The path to the collection, such as an array or the values of an `OrderedDictionary`.
  ///   - embed: Makes this store's action for one of an element's; called on the thread that sends.
  ///   - fileID: The file of the call, for issues; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The stores of the elements.
  /// - Complexity: O(elements). A read of an element's state is O(the distance that it has moved since the last call).
  @inlinable
  public func scopes<Elements: RandomAccessCollection, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Elements>,
    action embed: @escaping @Sendable (Elements.Element.ID, ChildAction) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> [ScopedStore<Elements.Element, ChildAction>]
  where Elements.Element: Identifiable & Equatable, Elements.Element.ID: Sendable {
    let all = elements(keyPath, ElementComparison())
    return scopes(all, effects(nil, of: keyPath), nil, embed, at: CallSite(fileID, line))
  }

  /// Returns a store of the element with an id in a collection; `nil` while there is none.
  ///
  /// - Complexity: O(1) for an element that has a scope or is observed; for another one O(its distance from the
  ///   beginning of the collection), and O(elements) if it is absent. For all elements use `scopes`.
  @inlinable
  public func scope<Elements: RandomAccessCollection, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Elements>,
    element id: Elements.Element.ID,
    action embed: @escaping @Sendable (Elements.Element.ID, ChildAction) -> Action
  ) -> ScopedStore<Elements.Element, ChildAction>?
  where Elements.Element: Identifiable & Equatable, Elements.Element.ID: Sendable {
    let all = elements(keyPath, ElementComparison())
    return scope(all, id, effects(nil, of: keyPath), nil, embed)
  }
}

extension ScopableStore {
  @usableFromInline typealias ElementExtraction<ID, ChildAction> = @MainActor @Sendable (Action) -> (ID, ChildAction)?

  @usableFromInline
  func elements<Elements: RandomAccessCollection>(
    _ keyPath: KeyPath<State, Elements>,
    _ comparison: ElementComparison<Elements>
  ) -> ElementSlices<State, Elements> {
    slices.elements(keyPath, comparison)
  }

  @usableFromInline
  func scopes<Elements: RandomAccessCollection, ChildAction: Sendable>(
    _ all: ElementSlices<State, Elements>,
    _ effects: PartEffects,
    _ extract: ElementExtraction<Elements.Element.ID, ChildAction>?,
    _ embed: @escaping @Sendable (Elements.Element.ID, ChildAction) -> Action,
    at location: CallSite
  ) -> [ScopedStore<Elements.Element, ChildAction>]
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
      return scope(all.slice(of: element.id, at: place, in: elements), of: element.id, effects, extract, embed)
    }
  }

  @usableFromInline
  func scope<Elements: RandomAccessCollection, ChildAction: Sendable>(
    _ all: ElementSlices<State, Elements>,
    _ id: Elements.Element.ID,
    _ effects: PartEffects,
    _ extract: ElementExtraction<Elements.Element.ID, ChildAction>?,
    _ embed: @escaping @Sendable (Elements.Element.ID, ChildAction) -> Action
  ) -> ScopedStore<Elements.Element, ChildAction>?
  where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    all.observedSlice(of: id).map { scope($0, of: id, effects, extract, embed) }
  }

  private func scope<Children, ChildAction>(
    _ part: Part<State, Children.Child>,
    of id: Children.ChildID,
    _ list: ChildList<State, Action, Children, ChildAction>,
    at location: CallSite
  ) -> ScopedStore<Children.Child, ChildAction>? {
    guard case .some(.some) = slices.presentID(of: part).observed() else { return nil }
    let effects = effects(list.id, of: list.path.keyPath, at: location)
    return scope(slices.child(part), of: id, effects, list.extract, list.embed)
  }

  private func scope<Element, ID: Hashable & Sendable, ChildAction: Sendable>(
    _ slice: ObservedSlice<Element>,
    of id: ID,
    _ effects: PartEffects,
    _ extract: ElementExtraction<ID, ChildAction>?,
    _ embed: @escaping @Sendable (ID, ChildAction) -> Action
  ) -> ScopedStore<Element, ChildAction> {
    var extractOne: (@MainActor @Sendable (Action) -> ChildAction?)?
    if let extract {
      extractOne = { action in
        guard let (owner, action) = extract(action), owner == id else { return nil }
        return action
      }
    }
    return ScopedStore(of: self, slice, effects.appending(EffectID(id)), extractOne) { embed(id, $0) }
  }
}
