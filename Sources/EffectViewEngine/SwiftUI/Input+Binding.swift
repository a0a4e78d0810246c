#if canImport(SwiftUI)
import StoreScoping
public import SwiftUI

extension Input {
  /// Returns a binding that shows a value and sends an event for each new one.
  ///
  /// ```swift
  /// TextField("Search", text: input.binding(state.query) { .queryChanged($0) })
  /// ```
  ///
  /// The event has been handled when the write returns. The binding's `animation(_:)` animates the event's changes.
  public func binding<Value: Sendable>(
    _ value: Value,
    send event: @escaping @MainActor (Value) -> Event
  ) -> Binding<Value> {
    Binding {
      value
    } send: {
      send(event($0))
    }
  }
}
#endif
