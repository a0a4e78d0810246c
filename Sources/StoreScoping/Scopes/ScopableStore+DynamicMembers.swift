public import StoreCore

extension ScopableStore {
  /// A property of the state, observed separately.
  ///
  /// Observers are notified after the change, and only if the value has changed.
  ///
  /// - Complexity: The read and a look-up of the key path.
  public subscript<Value: Equatable>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    slices.value(keyPath).observed() ?? state[keyPath: keyPath]
  }
}
