#if canImport(SwiftUI)
public import SwiftUI

extension Input {
  /// A binding that shows a value and sends an event for each new one.
  ///
  /// ```swift
  /// TextField("Search", text: input.binding(state.query) { .queryChanged($0) })
  /// ```
  ///
  /// The event has been handled when the write returns. `animation(_:)` of the binding animates what it changes.
  public func binding<Value>(
    _ value: Value,
    send event: @escaping @MainActor (Value) -> Event
  ) -> Binding<Value> where Value: Sendable {
    Binding {
      value
    } set: { @MainActor newValue, transaction in
      transaction.perform { send(event(newValue)) }
    }
  }
}

extension EffectHost {
  /// A binding that shows a part of the state and sends an event for each new value.
  ///
  /// The event has been handled when the write returns. `animation(_:)` of the binding animates what it changes. A body
  /// that makes the binding reads the whole state.
  public func binding<Value: Sendable>(
    _ keyPath: KeyPath<State, Value>,
    send event: @escaping @MainActor (Value) -> Event
  ) -> Binding<Value> {
    Binding { @MainActor in
      self.state[keyPath: keyPath]
    } set: { @MainActor value, transaction in
      transaction.perform { self.send(event(value)) }
    }
  }
}
#endif
