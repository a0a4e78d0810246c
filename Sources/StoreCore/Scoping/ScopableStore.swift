/// A store whose state is a value, of which parts can be observed and scoped.
///
/// ElmEngine's `Store`, EffectViewEngine's `EffectHost` and ReduxBridge's `Store` are such, and so is each
/// ``ScopedStore``. An engine of your own conforms by its ``StateBox``:
///
/// ```swift
/// var slices: StateSlices<State> { box.slices }
/// ```
///
/// A property of the state is read by its name. In an observation it registers for that property alone:
///
/// ```swift
/// Text(store.title)  // is updated when the title has changed
/// Text(store.state.title)  // after each action
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
