public import StoreCore

/// A store whose state is a value, and whose parts can be observed and scoped.
///
/// ElmEngine's `Store`, EffectViewEngine's `EffectHost` and ReduxBridge's `Store` conform, and so does each
/// ``ScopedStore``. Your own engine conforms by its `StateBox`:
///
/// ```swift
/// var slices: StateSlices<State> { box.slices }
/// ```
///
/// A property of the state is read by its name. Inside an observation that registers for this property alone:
///
/// ```swift
/// Text(store.title)  // is updated when the title has changed
/// Text(store.state.title)  // whenever the state was set, as after each action
/// ```
///
/// Members of the store itself take precedence: read a property of the state with the same name by `state`.
///
/// The state has to be a value, as changes of an object cannot be told apart: a scope or a child of an object ends the
/// program, with a message. So does a property by its name, unless the object is a part of another store's state.
@MainActor
@dynamicMemberLookup
public protocol ScopableStore<State, Action>: StoreEngine {
  /// The parts of the state that are observed separately.
  var slices: StateSlices<State> { get }

  /// The children that the store's reducer lifts, so that the ids of their scopes are checked; by default none.
  var liftedChildren: (any LiftedChildren)? { get }
}

extension ScopableStore {
  /// No children, for engines that lift none.
  public var liftedChildren: (any LiftedChildren)? { nil }

  /// A property of the state, observed separately.
  ///
  /// Observers are notified after the change, and only if the value has changed.
  ///
  /// - Complexity: The read and a look-up of the key path.
  public subscript<Value: Equatable>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    slices.value(keyPath).observed() ?? state[keyPath: keyPath]
  }
}

// MARK: Children that are always present

extension ScopableStore {
  /// Returns a store of a child that is always present.
  ///
  /// ```swift
  /// store.scope(\.editor, id: "editor") { .editor($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The path to the child's state.
  ///   - id: The id with which the child's reducer was lifted; if the store does not know it, effects are this store's
  ///     without it.
  ///   - extract: Extracts the child's action from one of this store's, for subscribers to the scope's actions.
  ///   - embed: Makes this store's action for one of the child's; called on the thread that sends.
  ///   - fileID: The file of the call, for issues; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The store of the child.
  /// - Complexity: O(1), and a look-up of the key path.
  public func scope<Child: Equatable, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Child>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Child, ChildAction> {
    scope(slices.value(keyPath), effects(id, of: keyPath, at: CallSite(fileID, line)), extract, embed)
  }

  /// Returns a store of a child that is always present, to which this store's actions are sent.
  public func scope<Child: Equatable>(
    _ keyPath: KeyPath<State, Child>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Child, Action> {
    scope(slices.value(keyPath), effects(id, of: keyPath, at: CallSite(fileID, line)), { $0 }, { $0 })
  }

  /// Returns a store of a child that is always present, with a comparison that detects changes.
  ///
  /// `areEqual` returns whether two states are the same to observers of the scope.
  public func scope<Child, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Child>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    by areEqual: @escaping @MainActor (Child, Child) -> Bool,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Child, ChildAction> {
    let slice = PartSlice(of: slices, mayDepart: false, comparison: SliceComparison(by: areEqual)) {
      $0[keyPath: keyPath]
    }
    return scope(slice, effects(id, of: keyPath, at: CallSite(fileID, line)), extract, embed)
  }
}

// MARK: Children that may be absent

extension ScopableStore {
  /// Returns a store of a child that may be absent; `nil` while it is.
  ///
  /// ```swift
  /// if let editor = store.scope(\.editor, id: "editor", action: { .editor($0) }) { EditorView(store: editor) }
  /// ```
  ///
  /// A call inside an observation registers for the presence of the child, not for its state. Another value in its
  /// place is still the same child.
  ///
  /// - Parameters:
  ///   - keyPath: The path to the child's state.
  ///   - id: The id with which the child's reducer was lifted; if the store does not know it, effects are this store's
  ///     without it.
  ///   - extract: Extracts the child's action from one of this store's, for subscribers to the scope's actions.
  ///   - embed: Makes this store's action for one of the child's; called on the thread that sends.
  ///   - fileID: The file of the call, for issues; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The store of the child, if it is present.
  /// - Complexity: O(1), and two look-ups of the key path.
  public func scope<Child: Equatable, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Child?>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Child, ChildAction>? {
    guard slices.presence(of: keyPath).observed() == true else { return nil }
    return scope(slices.child(keyPath), effects(id, of: keyPath, at: CallSite(fileID, line)), extract, embed)
  }

  /// Returns a store of a child that may be absent, to which this store's actions are sent; `nil` while it is.
  public func scope<Child: Equatable>(
    _ keyPath: KeyPath<State, Child?>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Child, Action>? {
    guard slices.presence(of: keyPath).observed() == true else { return nil }
    return scope(slices.child(keyPath), effects(id, of: keyPath, at: CallSite(fileID, line)), { $0 }, { $0 })
  }

  /// Returns a store of a child that may be absent, with a comparison that detects changes; `nil` while it is.
  ///
  /// `areEqual` returns whether two states are the same to observers of the scope.
  public func scope<Child, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Child?>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    by areEqual: @escaping @MainActor (Child, Child) -> Bool,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Child, ChildAction>? {
    guard slices.presence(of: keyPath).observed() == true else { return nil }
    let slice = slices.child(SliceComparison(by: areEqual)) { $0[keyPath: keyPath] }
    return scope(slice, effects(id, of: keyPath, at: CallSite(fileID, line)), extract, embed)
  }

  /// Returns a store of a child that a function finds, for example in a case of an enum; `nil` while there is none.
  ///
  /// ```swift
  /// store.scope(id: "detail") { state in
  ///   if case .detail(let detail) = state.route { detail } else { nil }
  /// } action: {
  ///   .detail($0)
  /// }
  /// ```
  public func scope<Child: Equatable, ChildAction: Sendable>(
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    finding find: @escaping @MainActor (State) -> Child?,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Child, ChildAction>? {
    guard slices.presence(finding: find).observed() == true else { return nil }
    return scope(
      slices.child(SliceComparison(), finding: find),
      effects(id, at: CallSite(fileID, line)),
      extract,
      embed
    )
  }

  /// Returns a store of a child that a function finds, with a comparison that detects changes; `nil` if there is none.
  ///
  /// `areEqual` returns whether two states are the same to observers of the scope.
  public func scope<Child, ChildAction: Sendable>(
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    finding find: @escaping @MainActor (State) -> Child?,
    by areEqual: @escaping @MainActor (Child, Child) -> Bool,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Child, ChildAction>? {
    guard slices.presence(finding: find).observed() == true else { return nil }
    let slice = slices.child(SliceComparison(by: areEqual), finding: find)
    return scope(slice, effects(id, at: CallSite(fileID, line)), extract, embed)
  }
}

// MARK: Children that another one may replace

extension ScopableStore {
  /// Returns a store of a child that may be absent, and that another one may replace; `nil` while it is absent.
  ///
  /// The scope belongs to this child: it departs when one with another id takes its place. A call inside an observation
  /// registers for the id of the child, not for its state. Its effects have the names of a child that was lifted as
  /// `Identifiable`.
  ///
  /// - Parameters:
  ///   - keyPath: The path to the child's state.
  ///   - id: The id with which the child's reducer was lifted; if the store does not know it, effects are this store's
  ///     without it.
  ///   - extract: Extracts the child's action from one of this store's, for subscribers to the scope's actions.
  ///   - embed: Makes this store's action for one of the child's; called on the thread that sends.
  ///   - fileID: The file of the call, for issues; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The store of the child, if it is present.
  /// - Complexity: O(1), and two look-ups of the key path.
  public func scope<Child: Equatable & Identifiable, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Child?>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Child, ChildAction>? where Child.ID: Sendable {
    guard let childID = slices.presentID(of: keyPath).observed() ?? nil else { return nil }
    return scope(
      slices.identifiedChild(keyPath),
      effects(id, of: keyPath, at: CallSite(fileID, line)).appending(childID),
      extract,
      embed
    )
  }

  /// Returns a store of a child that another one may replace, to which this store's actions are sent.
  public func scope<Child: Equatable & Identifiable>(
    _ keyPath: KeyPath<State, Child?>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Child, Action>? where Child.ID: Sendable {
    guard let childID = slices.presentID(of: keyPath).observed() ?? nil else { return nil }
    return scope(
      slices.identifiedChild(keyPath),
      effects(id, of: keyPath, at: CallSite(fileID, line)).appending(childID),
      { $0 },
      { $0 }
    )
  }

  /// Returns a store of a child that another one may replace, with a comparison that detects changes.
  ///
  /// `areEqual` returns whether two states are the same to observers of the scope.
  public func scope<Child: Identifiable, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Child?>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    by areEqual: @escaping @MainActor (Child, Child) -> Bool,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Child, ChildAction>? where Child.ID: Sendable {
    guard let childID = slices.presentID(of: keyPath).observed() ?? nil else { return nil }
    let slice = slices.identifiedChild(SliceComparison(by: areEqual)) { $0[keyPath: keyPath] }
    return scope(slice, effects(id, of: keyPath, at: CallSite(fileID, line)).appending(childID), extract, embed)
  }

  /// Returns a store of a child that a function finds, and that another one may replace; `nil` while there is none.
  public func scope<Child: Equatable & Identifiable, ChildAction: Sendable>(
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    finding find: @escaping @MainActor (State) -> Child?,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Child, ChildAction>? where Child.ID: Sendable {
    guard let childID = slices.presentID(finding: find).observed() ?? nil else { return nil }
    let slice = slices.identifiedChild(SliceComparison(), finding: find)
    return scope(slice, effects(id, at: CallSite(fileID, line)).appending(childID), extract, embed)
  }

  /// Returns a store of a child that a function finds, and that another one may replace, with a comparison that detects
  /// changes; `nil` while there is none.
  ///
  /// `areEqual` returns whether two states are the same to observers of the scope.
  public func scope<Child: Identifiable, ChildAction: Sendable>(
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    finding find: @escaping @MainActor (State) -> Child?,
    by areEqual: @escaping @MainActor (Child, Child) -> Bool,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ScopedStore<Child, ChildAction>? where Child.ID: Sendable {
    guard let childID = slices.presentID(finding: find).observed() ?? nil else { return nil }
    let slice = slices.identifiedChild(SliceComparison(by: areEqual), finding: find)
    return scope(slice, effects(id, at: CallSite(fileID, line)).appending(childID), extract, embed)
  }
}

extension ScopableStore {
  func scope<Child, ChildAction: Sendable>(
    _ slice: ObservedSlice<Child>,
    _ effects: PartEffects,
    _ extract: (@MainActor @Sendable (Action) -> ChildAction?)?,
    _ embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedStore<Child, ChildAction> {
    ScopedStore(of: self, slice, effects, extract, embed)
  }
}
