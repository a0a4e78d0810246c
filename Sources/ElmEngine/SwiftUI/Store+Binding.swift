#if canImport(SwiftUI)
public import SwiftUI

extension Store {
  /// A binding that shows a part of the state and sends an action for each new value.
  ///
  /// ```swift
  /// TextField("Search", text: store.binding(\.query) { .typed($0) })
  /// ```
  ///
  /// The action has been handled when the write returns. `animation(_:)` of the binding animates what the action
  /// changes. A body that makes the binding reads the whole state, so that a field shows what the reducer has made of a
  /// text, also where that is what was there before. Make it in a small view where the rest is costly.
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
