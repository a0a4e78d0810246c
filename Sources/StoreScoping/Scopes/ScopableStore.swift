public import StoreCore

/// A store whose state is a value, of which parts can be observed and scoped.
///
/// ElmEngine's `Store`, EffectViewEngine's `EffectHost` and ReduxBridge's `Store` are such, and so is each
/// ``ScopedStore``. An engine of your own conforms by its `StateBox`:
///
/// ```swift
/// var slices: StateSlices<State> { box.slices }
/// ```
///
/// A property of the state is read by its name. In an observation it registers for that property alone:
///
/// ```swift
/// Text(store.title)  // is updated when the title has changed
/// Text(store.state.title)  // whenever the state was set, as after each action
/// ```
///
/// Members of the store itself come first: a property of the state that is called like one of them is read by `state`.
@MainActor
@dynamicMemberLookup
public protocol ScopableStore<State, Action>: StoreEngine {
  /// The parts of the state that are observed each by itself.
  var slices: StateSlices<State> { get }
}

extension ScopableStore {
  /// A property of the state, registered for in an observation by itself.
  ///
  /// Observers are told behind the change, and only if the value has changed.
  ///
  /// - Complexity: beside the read a look-up of the key path.
  public subscript<Value: Equatable>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    slices.value(keyPath).observed() ?? state[keyPath: keyPath]
  }
}

// MARK: Children that are always there

extension ScopableStore {
  /// A store of a child that is always there.
  ///
  /// ```swift
  /// store.scope(\.editor, id: "editor") { .editor($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: Where the child's state is.
  ///   - id: The id that the child's reducer was lifted with; without one, effects are those of this store.
  ///   - extract: The child's action in one of this store's, for code that asks the scope for its actions.
  ///   - embed: This store's action for one of the child's; called on whichever thread sends.
  /// - Returns: The store of the child.
  /// - Complexity: O(1), and a look-up of the key path.
  public func scope<Child: Equatable, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Child>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedStore<Child, ChildAction> {
    scope(slices.value(keyPath), id: id.map { EffectScope($0) }, extract, embed)
  }

  /// A store of a child that is always there, to which this store's actions are sent.
  public func scope<Child: Equatable>(
    _ keyPath: KeyPath<State, Child>,
    id: (some Hashable & Sendable)? = nil as EffectScope?
  ) -> ScopedStore<Child, Action> {
    scope(slices.value(keyPath), id: id.map { EffectScope($0) }, { $0 }, { $0 })
  }

  /// A store of a child that is always there, with a comparison that says what is a change.
  ///
  /// `areEqual` says whether two states are the same to observers of the scope.
  public func scope<Child, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Child>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    by areEqual: @escaping @MainActor (Child, Child) -> Bool,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedStore<Child, ChildAction> {
    let slice = PartSlice(of: slices, mayDepart: false, comparison: SliceComparison(by: areEqual)) {
      $0[keyPath: keyPath]
    }
    return scope(slice, id: id.map { EffectScope($0) }, extract, embed)
  }
}

// MARK: Children that may be absent

extension ScopableStore {
  /// A store of a child that may be absent; `nil` while it is.
  ///
  /// ```swift
  /// if let editor = store.scope(\.editor, id: "editor", action: { .editor($0) }) { EditorView(store: editor) }
  /// ```
  ///
  /// Asked in an observation it registers for the presence of the child, and not for its state. Another value in its
  /// place is still the same child.
  ///
  /// - Parameters:
  ///   - keyPath: Where the child's state is.
  ///   - id: The id that the child's reducer was lifted with; without one, effects are those of this store.
  ///   - extract: The child's action in one of this store's, for code that asks the scope for its actions.
  ///   - embed: This store's action for one of the child's; called on whichever thread sends.
  /// - Returns: The store of the child, if it is there.
  /// - Complexity: O(1), and two look-ups of the key path.
  public func scope<Child: Equatable, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Child?>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedStore<Child, ChildAction>? {
    guard slices.presence(of: keyPath).observed() == true else { return nil }
    return scope(slices.child(keyPath), id: id.map { EffectScope($0) }, extract, embed)
  }

  /// A store of a child that may be absent, to which this store's actions are sent; `nil` while it is.
  public func scope<Child: Equatable>(
    _ keyPath: KeyPath<State, Child?>,
    id: (some Hashable & Sendable)? = nil as EffectScope?
  ) -> ScopedStore<Child, Action>? {
    guard slices.presence(of: keyPath).observed() == true else { return nil }
    return scope(slices.child(keyPath), id: id.map { EffectScope($0) }, { $0 }, { $0 })
  }

  /// A store of a child that may be absent, with a comparison that says what is a change; `nil` while it is.
  ///
  /// `areEqual` says whether two states are the same to observers of the scope.
  public func scope<Child, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Child?>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    by areEqual: @escaping @MainActor (Child, Child) -> Bool,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedStore<Child, ChildAction>? {
    guard slices.presence(of: keyPath).observed() == true else { return nil }
    let slice = slices.child(SliceComparison(by: areEqual)) { $0[keyPath: keyPath] }
    return scope(slice, id: id.map { EffectScope($0) }, extract, embed)
  }

  /// A store of a child that a function finds, for example in a case of an enum; `nil` while there is none.
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
    action embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedStore<Child, ChildAction>? {
    guard slices.presence(finding: find).observed() == true else { return nil }
    return scope(slices.child(SliceComparison(), finding: find), id: id.map { EffectScope($0) }, extract, embed)
  }

  /// A store of a child that a function finds, with a comparison that says what is a change; `nil` while there is none.
  ///
  /// `areEqual` says whether two states are the same to observers of the scope.
  public func scope<Child, ChildAction: Sendable>(
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    finding find: @escaping @MainActor (State) -> Child?,
    by areEqual: @escaping @MainActor (Child, Child) -> Bool,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedStore<Child, ChildAction>? {
    guard slices.presence(finding: find).observed() == true else { return nil }
    let slice = slices.child(SliceComparison(by: areEqual), finding: find)
    return scope(slice, id: id.map { EffectScope($0) }, extract, embed)
  }
}

// MARK: Children that another one may take the place of

extension ScopableStore {
  /// A store of a child that may be absent, and that another one may take the place of; `nil` while it is absent.
  ///
  /// The scope is the one of this child: it departs when one with another id takes its place. Asked in an observation it
  /// registers for the id of the child, and not for its state. The names of its effects are those of a child that was
  /// lifted as `Identifiable`.
  ///
  /// - Parameters:
  ///   - keyPath: Where the child's state is.
  ///   - id: The id that the child's reducer was lifted with; without one, effects are those of this store.
  ///   - extract: The child's action in one of this store's, for code that asks the scope for its actions.
  ///   - embed: This store's action for one of the child's; called on whichever thread sends.
  /// - Returns: The store of the child, if it is there.
  /// - Complexity: O(1), and two look-ups of the key path.
  public func scope<Child: Equatable & Identifiable, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Child?>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedStore<Child, ChildAction>? where Child.ID: Sendable {
    guard let childID = slices.presentID(of: keyPath).observed() ?? nil else { return nil }
    return scope(
      slices.identifiedChild(keyPath),
      id: id.map { EffectScope($0).appending(EffectID(childID)) },
      extract,
      embed
    )
  }

  /// A store of a child that another one may take the place of, to which this store's actions are sent.
  public func scope<Child: Equatable & Identifiable>(
    _ keyPath: KeyPath<State, Child?>,
    id: (some Hashable & Sendable)? = nil as EffectScope?
  ) -> ScopedStore<Child, Action>? where Child.ID: Sendable {
    guard let childID = slices.presentID(of: keyPath).observed() ?? nil else { return nil }
    return scope(
      slices.identifiedChild(keyPath),
      id: id.map { EffectScope($0).appending(EffectID(childID)) },
      { $0 },
      { $0 }
    )
  }

  /// A store of a child that another one may take the place of, with a comparison that says what is a change.
  ///
  /// `areEqual` says whether two states are the same to observers of the scope.
  public func scope<Child: Identifiable, ChildAction: Sendable>(
    _ keyPath: KeyPath<State, Child?>,
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    by areEqual: @escaping @MainActor (Child, Child) -> Bool,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedStore<Child, ChildAction>? where Child.ID: Sendable {
    guard let childID = slices.presentID(of: keyPath).observed() ?? nil else { return nil }
    let slice = slices.identifiedChild(SliceComparison(by: areEqual)) { $0[keyPath: keyPath] }
    return scope(slice, id: id.map { EffectScope($0).appending(EffectID(childID)) }, extract, embed)
  }

  /// A store of a child that a function finds, and that another one may take the place of; `nil` while there is none.
  public func scope<Child: Equatable & Identifiable, ChildAction: Sendable>(
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    finding find: @escaping @MainActor (State) -> Child?,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedStore<Child, ChildAction>? where Child.ID: Sendable {
    guard let childID = slices.presentID(finding: find).observed() ?? nil else { return nil }
    let slice = slices.identifiedChild(SliceComparison(), finding: find)
    return scope(slice, id: id.map { EffectScope($0).appending(EffectID(childID)) }, extract, embed)
  }

  /// A store of a child that a function finds, and that another one may take the place of, with a comparison that says what
  /// is a change; `nil` while there is none.
  ///
  /// `areEqual` says whether two states are the same to observers of the scope.
  public func scope<Child: Identifiable, ChildAction: Sendable>(
    id: (some Hashable & Sendable)? = nil as EffectScope?,
    finding find: @escaping @MainActor (State) -> Child?,
    by areEqual: @escaping @MainActor (Child, Child) -> Bool,
    extract: (@MainActor @Sendable (Action) -> ChildAction?)? = nil,
    action embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedStore<Child, ChildAction>? where Child.ID: Sendable {
    guard let childID = slices.presentID(finding: find).observed() ?? nil else { return nil }
    let slice = slices.identifiedChild(SliceComparison(by: areEqual), finding: find)
    return scope(slice, id: id.map { EffectScope($0).appending(EffectID(childID)) }, extract, embed)
  }
}

extension ScopableStore {
  func scope<Child, ChildAction: Sendable>(
    _ slice: ObservedSlice<Child>,
    id: EffectScope?,
    _ extract: (@MainActor @Sendable (Action) -> ChildAction?)?,
    _ embed: @escaping @Sendable (ChildAction) -> Action
  ) -> ScopedStore<Child, ChildAction> {
    ScopedStore(of: self, slice, id: id, extract, embed)
  }
}
