#if canImport(SwiftUI)
public import SwiftUI

/// A view that reads a value from SwiftUI's environment and passes it to its content.
///
/// ```swift
/// EnvReader(\.counterAction) { action in
///   CounterView(env: .init(fetchInitialCount: action.fetchCount))
/// }
/// ```
public struct EnvReader<Value, Content: View>: View {
  @Environment private var value: Value
  private let content: (Value) -> Content

  /// Creates the view.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>, @ViewBuilder content: @escaping (Value) -> Content) {
    _value = Environment(keyPath)
    self.content = content
  }

  /// The content, for the current value.
  public var body: some View {
    content(value)
  }
}
#endif
