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
  /// The event has been handled when the write returns. The binding's `animation(_:)` animates the event's changes. Until
  /// a body makes another one, the binding shows the value that it was made with: of two writes that change the present
  /// value, such as two calls of `append`, the second undoes the first if no body is evaluated between them.
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
