#if canImport(SwiftUI)
public import StoreCore
public import SwiftUI

extension StoreEngine {
  /// Returns a binding that shows a part of the state and sends an action for each new value.
  ///
  /// ```swift
  /// TextField("Search", text: store.binding(\.query) { .typed($0) })
  /// ```
  ///
  /// With a handler that does not suspend, the action has been handled when the write returns, and the binding's
  /// `animation(_:)` animates the action's changes. An action that has to wait is not animated, and the written value is
  /// shown until it has been handled: so it is if the handler suspends, and on ReduxBridge below macOS 26 and iOS 26,
  /// where a reduce begins later. There, animate by the view's `animation(_:value:)`.
  ///
  /// A body that makes the binding reads the whole state, so that a field shows the text that the handler has stored,
  /// even if that is the former one. If the rest is costly, make it in a small view. A write to the binding of a scope
  /// whose child has departed is dropped without an issue.
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
      self.boundValue(keyPath)
    } send: {
      self.write($0, to: keyPath, action($0), at: site)
    }
  }
}

extension Binding where Value: Sendable {
  /// Creates a binding that shows the value that a function reads, and passes each new value to another one, within the
  /// binding's animation.
  ///
  /// Other values of the binding's transaction are applied only together with an animation, or with disabled ones.
  public init(show read: @escaping @MainActor () -> Value, send: @escaping @MainActor (Value) -> Void) {
    self.init { @MainActor in
      read()
    } set: { @MainActor value, transaction in
      // SwiftUI passes the transaction without applying it. One without animation settings would replace those of a
      // 'withAnimation' around the write, and what else it holds cannot be listed.
      guard transaction.animation != nil || transaction.disablesAnimations else { return send(value) }
      withTransaction(transaction) { send(value) }
    }
  }
}
#endif
