#if canImport(SwiftUI)
public import StoreCore
public import SwiftUI

extension StoreEngine {
  /// A binding that shows a part of the state and sends an action for each new value.
  ///
  /// ```swift
  /// TextField("Search", text: store.binding(\.query) { .typed($0) })
  /// ```
  ///
  /// With a handler that does not suspend the action has been handled when the write returns, and `animation(_:)` of the
  /// binding animates what it changes. A body that makes the binding reads the whole state, so that a field shows what
  /// the handler has made of a text, also where that is what was there before. Make it in a small view where the rest is
  /// costly.
  public func binding<Value: Sendable>(
    _ keyPath: KeyPath<State, Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    send action: @escaping @MainActor (Value) -> Action
  ) -> Binding<Value> {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return Binding {
      self.state[keyPath: keyPath]
    } send: {
      self.send(action($0), at: site)
    }
  }
}

extension Binding where Value: Sendable {
  /// Creates a binding that shows what a function reads and hands each new value to another one, within the animation
  /// that the binding was given.
  public init(show read: @escaping @MainActor () -> Value, send: @escaping @MainActor (Value) -> Void) {
    self.init { @MainActor in
      read()
    } set: { @MainActor value, transaction in
      // SwiftUI hands the transaction over, and does not apply it. One that says nothing about animations leaves those
      // of a 'withAnimation' around the write.
      guard transaction.animation != nil || transaction.disablesAnimations else { return send(value) }
      withTransaction(transaction) { send(value) }
    }
  }
}
#endif
