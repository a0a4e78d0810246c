public import StoreCore

/// A store whose state is a value, and whose parts can be observed and scoped.
///
/// ElmEngine's `Store`, EffectViewEngine's `EffectHost` and ReduxBridge's `Store` conform, and so does each
/// ``ScopedStore``. Your own engine conforms by its `StateBox`:
///
/// ```swift
/// static func slices(of store: TableStore) -> StateSlices<State> { store.box.slices }
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
  /// The parts of a store's state that are observed separately.
  static func slices(of store: Self) -> StateSlices<State>

  /// The children that a store's reducer lifts, whose names its scopes take; by default none.
  static func liftedChildren(of store: Self) -> (any LiftedChildren)?
}

extension ScopableStore {
  /// No children, for engines that lift none.
  public static func liftedChildren(of store: Self) -> (any LiftedChildren)? { nil }

  var slices: StateSlices<State> { Self.slices(of: self) }
}
