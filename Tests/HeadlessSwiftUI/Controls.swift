// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, BeginDocumentationCommentWithOneLineSummary
public import Foundation

public enum HorizontalAlignment: Sendable { case leading, center, trailing }
public enum VerticalAlignment: Sendable { case top, center, bottom }

public enum HorizontalEdge: Int8, Sendable {
  case leading
  case trailing
}

/// A view without a layout of its own here, which contains others.
protocol Container: Primitive {
  associatedtype Inside: View
  var inside: Inside { get }
}

extension Container {
  var isUnary: Bool { true }
  @MainActor func contents(of node: Node) -> [Content] { [Content(inside)] }
}

public nonisolated struct VStack<Content: View>: Container {
  let inside: Content

  public init(
    alignment: HorizontalAlignment = .center,
    spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    inside = content()
  }
}

public nonisolated struct HStack<Content: View>: Container {
  let inside: Content

  public init(
    alignment: VerticalAlignment = .center,
    spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    inside = content()
  }
}

// MARK: Text

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  let value: String

  public init(_ value: String) {
    self.value = value
  }

  public init(stringLiteral value: String) {
    self.value = value
  }
}

public nonisolated struct Text: Primitive, Equatable, Sendable {
  let content: String

  public init(verbatim content: String) {
    self.content = content
  }

  public init(_ key: LocalizedStringKey) {
    content = key.value
  }

  @_disfavoredOverload
  public init<S: StringProtocol>(_ content: S) {
    self.content = String(content)
  }

  var isUnary: Bool { true }
  @MainActor func contents(of node: Node) -> [Content] { [] }
}

public nonisolated struct Image: Primitive, Equatable, Sendable {
  let name: String

  public init(systemName: String) {
    name = systemName
  }

  var isUnary: Bool { true }
  @MainActor func contents(of node: Node) -> [Content] { [] }
}

public struct Font: Hashable, Sendable {
  public static let largeTitle = Font()
}

// MARK: Controls

public struct ButtonRole: Equatable, Sendable {
  public static let destructive = ButtonRole(name: "destructive")
  public static let cancel = ButtonRole(name: "cancel")

  private let name: String
}

/// A view that a tap does something to.
protocol Tappable: Primitive {
  @MainActor func tap(_ node: Node)
}

public nonisolated struct Button<Label: View>: Container, Tappable {
  let inside: Label
  private let action: @MainActor () -> Void

  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.action = action
    inside = label()
  }

  public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.init(action: action, label: label)
  }

  @MainActor func tap(_ node: Node) {
    action()
    // All actions in an alert dismiss the alert after the action runs. (swiftui/view/alert(_:ispresented:actions:))
    node.environment.alert?.close()
  }
}

extension Button where Label == Text {
  public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(titleKey) }
  }

  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(title) }
  }

  public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(titleKey) }
  }

  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(title) }
  }
}

public nonisolated struct ProgressView<Label: View, CurrentValueLabel: View>: Container {
  let inside: Label
}

extension ProgressView where CurrentValueLabel == EmptyView {
  public init() where Label == EmptyView {
    inside = EmptyView()
  }

  public init(@ViewBuilder label: () -> Label) {
    inside = label()
  }

  public init(_ titleKey: LocalizedStringKey) where Label == Text {
    inside = Text(titleKey)
  }

  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S) where Label == Text {
    inside = Text(title)
  }

  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) where Label == EmptyView {
    inside = EmptyView()
  }
}

public nonisolated struct Toggle<Label: View>: Container, Tappable {
  let inside: Label
  private let isOn: Binding<Bool>

  @MainActor func tap(_ node: Node) { isOn.wrappedValue.toggle() }
}

extension Toggle where Label == Text {
  public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
    inside = Text(titleKey)
    self.isOn = isOn
  }

  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {
    inside = Text(title)
    self.isOn = isOn
  }
}

/// A field for text, which shows what its binding reads and has no buffer of its own.
protocol Field {
  var title: String { get }
  var text: Binding<String> { get }
}

public nonisolated struct TextField<Label: View>: Primitive, Field {
  private final class Shown { var text = "" }

  private let label: Label
  let title: String
  let text: Binding<String>

  var isUnary: Bool { true }

  @MainActor func contents(of node: Node) -> [Content] {
    // Read on a copy whose dynamic properties are installed, so that the update's snapshot is shown.
    var field = self
    node.install(&field)
    node.remembered { Shown() }.text = field.text.wrappedValue
    return [Content(label, isAside: true)]
  }

  /// The text that the field shows.
  static func shown(in node: Node) -> String { node.remembered { Shown() }.text }
}

extension TextField where Label == Text {
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
    label = Text(titleKey)
    title = titleKey.value
    self.text = text
  }

  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
    label = Text(title)
    self.title = String(title)
    self.text = text
  }
}
