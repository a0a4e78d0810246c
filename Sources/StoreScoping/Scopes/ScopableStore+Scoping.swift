public import StoreCore

// The effects of a scope are in the scope of its child's `id`; without one, in that of the child's lift, if the store
// knows it; or else they are those of the store.
extension ScopableStore {
  /// Returns a store of a child that is always present.
  ///
  /// ```swift
  /// store.scope(editor).send(.typed("a"))
  /// ```
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - fileID: The file of the call, for issues; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The store of the child.
  /// - Complexity: O(1), and a look-up of the key path.
  public func scope<Value: Equatable, ChildAction>(
    _ child: Child<State, Action, Value, ChildAction>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Value, ChildAction> {
    let effects = effects(child.id, of: child.path.keyPath, at: CallSite(fileID, line))
    return ScopedStore(of: self, slices.value(child.path.keyPath), effects, child.extract, child.embed)
  }

  /// Returns a store of a child that is always present, with a comparison that detects changes.
  ///
  /// `areEqual` returns whether two states are the same to observers of the scope.
  public func scope<Value, ChildAction>(
    _ child: Child<State, Action, Value, ChildAction>,
    by areEqual: @escaping @MainActor (Value, Value) -> Bool,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Value, ChildAction> {
    let effects = effects(child.id, of: child.path.keyPath, at: CallSite(fileID, line))
    return ScopedStore(of: self, slices.value(child.path.keyPath, by: areEqual), effects, child.extract, child.embed)
  }

  /// Returns a store of a child that may be absent; `nil` while it is.
  ///
  /// ```swift
  /// if let editor = store.scope(editor) { EditorView(store: editor) }
  /// ```
  ///
  /// A call inside an observation registers for the presence of the child, and of which one it is, not for its state.
  /// The scope of a child that another one may replace departs when it does.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - fileID: The file of the call, for issues; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The store of the child, if it is present.
  /// - Complexity: O(1), and two look-ups of the key path.
  public func scope<Value: Equatable, ChildAction>(
    _ child: Child<State, Action, Value?, ChildAction>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Value, ChildAction>? {
    scope(Part(child), child.id, child.extract, child.embed, at: CallSite(fileID, line))
  }

  /// Returns a store of a child that may be absent, with a comparison that detects changes; `nil` while it is.
  ///
  /// `areEqual` returns whether two states are the same to observers of the scope.
  public func scope<Value, ChildAction>(
    _ child: Child<State, Action, Value?, ChildAction>,
    by areEqual: @escaping @MainActor (Value, Value) -> Bool,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Value, ChildAction>? {
    scope(Part(child, by: areEqual), child.id, child.extract, child.embed, at: CallSite(fileID, line))
  }
}

// Scopes for which no value of their child is needed: their store delivers no actions of the child's.
extension ScopableStore {
  /// Returns a store of a part that is always present.
  ///
  /// ```swift
  /// store.scope(\.editor) { .editor($0) }
  /// store.scope(\.title) { $0 }  // of the store's own actions
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The path to the part.
  ///   - embed: Makes this store's action for one of the scope's; called on the thread that sends.
  /// - Returns: The store of the part.
  /// - Complexity: O(1), and a look-up of the key path.
  public func scope<Value: Equatable, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Value>,
    action embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedStore<Value, ChildAction> {
    ScopedStore(of: self, slices.value(keyPath), effects(nil, of: keyPath), nil, embed)
  }

  /// Returns a store of a part that may be absent; `nil` while it is.
  ///
  /// A call inside an observation registers for the presence of the part, not for its state. Another value in its place
  /// is still the same part.
  public func scope<Value: Equatable, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Value?>,
    action embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedStore<Value, ChildAction>? {
    scope(Part(keyPath), nil, nil, embed, at: .unknown)
  }

  /// Returns a store of a part that may be absent, and that another one may replace; `nil` while it is absent.
  ///
  /// The scope belongs to this part: it departs when one with another id takes its place.
  public func scope<Value: Equatable & Identifiable, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Value?>,
    action embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedStore<Value, ChildAction>? where Value.ID: Sendable {
    scope(Part(keyPath) { EffectID($0.id) }, nil, nil, embed, at: .unknown)
  }
}

extension ScopableStore {
  private func scope<Value, ChildAction: Sendable>(
    _ part: Part<State, Value>,
    _ id: EffectID?,
    _ extract: (@MainActor @Sendable (Action) -> ChildAction?)?,
    _ embed: @escaping @Sendable (ChildAction) -> Action,
    at location: CallSite
  ) -> ScopedStore<Value, ChildAction>? {
    guard let ownID = slices.presentID(of: part).observed() ?? nil else { return nil }
    let effects = effects(id, of: part.keyPath, at: location)
    return ScopedStore(
      of: self,
      slices.child(part),
      part.ownID == nil ? effects : effects.appending(ownID),
      extract,
      embed
    )
  }
}
