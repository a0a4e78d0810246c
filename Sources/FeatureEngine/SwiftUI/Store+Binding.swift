#if canImport(SwiftUI)
public import SwiftUI

extension Store {
  /// A binding that shows a part of the state and sends an action for each new value.
  ///
  /// ```swift
  /// TextField("Search", text: store.binding(\.query) { .typed($0) })
  /// ```
  ///
  /// With a synchronous handler the action has been handled when the write returns, and `animation(_:)` of the binding
  /// animates what it changes.
  public func binding<Value: Sendable>(
    _ keyPath: KeyPath<State, Value>,
    send action: @escaping @MainActor (Value) -> Action
  ) -> Binding<Value> {
    Binding { @MainActor in
      self.state[keyPath: keyPath]
    } set: { @MainActor value, transaction in
      transaction.perform { self.send(action(value)) }
    }
  }
}
#endif
