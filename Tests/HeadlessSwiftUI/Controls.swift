// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, BeginDocumentationCommentWithOneLineSummary
public import Foundation

/// (swiftui/horizontalalignment)
public struct HorizontalAlignment: Equatable, Sendable {
  /// (swiftui/horizontalalignment/leading)
  public static let leading = HorizontalAlignment(name: "leading")
  /// (swiftui/horizontalalignment/center)
  public static let center = HorizontalAlignment(name: "center")
  /// (swiftui/horizontalalignment/trailing)
  public static let trailing = HorizontalAlignment(name: "trailing")

  private let name: String
}

/// (swiftui/verticalalignment)
public struct VerticalAlignment: Equatable, Sendable {
  /// (swiftui/verticalalignment/top)
  public static let top = VerticalAlignment(name: "top")
  /// (swiftui/verticalalignment/center)
  public static let center = VerticalAlignment(name: "center")
  /// (swiftui/verticalalignment/bottom)
  public static let bottom = VerticalAlignment(name: "bottom")

  private let name: String
}

/// (swiftui/horizontaledge)
public enum HorizontalEdge: Int8, Sendable {
  /// (swiftui/horizontaledge/leading)
  case leading
  /// (swiftui/horizontaledge/trailing)
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

/// (swiftui/vstack)
public nonisolated struct VStack<Content: View>: Container {
  let inside: Content

  /// (swiftui/vstack/init(alignment:spacing:content:))
  public init(
    alignment: HorizontalAlignment = .center,
    spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    inside = content()
  }
}

/// (swiftui/hstack)
public nonisolated struct HStack<Content: View>: Container {
  let inside: Content

  /// (swiftui/hstack/init(alignment:spacing:content:))
  public init(
    alignment: VerticalAlignment = .center,
    spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    inside = content()
  }
}

// MARK: Text

/// (swiftui/localizedstringkey)
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  let value: String

  /// (swiftui/localizedstringkey/init(_:))
  public init(_ value: String) {
    self.value = value
  }

  /// (swiftui/localizedstringkey/init(stringliteral:))
  public init(stringLiteral value: String) {
    self.value = value
  }
}

/// (swiftui/text)
public nonisolated struct Text: Primitive, Equatable, Sendable {
  let content: String

  /// (swiftui/text/init(verbatim:))
  public init(verbatim content: String) {
    self.content = content
  }

  /// (swiftui/text/init(_:tablename:bundle:comment:))
  public init(
    _ key: LocalizedStringKey,
    tableName: String? = nil,
    bundle: Bundle? = nil,
    comment: StaticString? = nil
  ) {
    content = key.value
  }

  /// (swiftui/text/init(_:)-9d1g4)
  @_disfavoredOverload
  public init<S: StringProtocol>(_ content: S) {
    self.content = String(content)
  }

  var isUnary: Bool { true }
  @MainActor func contents(of node: Node) -> [Content] { [] }
}

/// (swiftui/image)
public nonisolated struct Image: Primitive, Equatable, Sendable {
  let name: String

  /// (swiftui/image/init(systemname:))
  public init(systemName: String) {
    name = systemName
  }

  var isUnary: Bool { true }
  @MainActor func contents(of node: Node) -> [Content] { [] }
}

/// (swiftui/font)
public struct Font: Hashable, Sendable {
  /// (swiftui/font/largetitle)
  public static let largeTitle = Font()
}

// MARK: Controls

/// (swiftui/buttonrole)
public struct ButtonRole: Equatable, Sendable {
  /// (swiftui/buttonrole/destructive)
  public static let destructive = ButtonRole(name: "destructive")
  /// (swiftui/buttonrole/cancel)
  public static let cancel = ButtonRole(name: "cancel")

  private let name: String
}

/// A view that a tap does something to.
protocol Tappable: Primitive {
  @MainActor func tap(_ node: Node)
}

/// (swiftui/button)
public nonisolated struct Button<Label: View>: Container, Tappable {
  let inside: Label
  private let action: @MainActor () -> Void

  /// (swiftui/button/init(action:label:))
  @preconcurrency
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.action = action
    inside = label()
  }

  /// (swiftui/button/init(role:action:label:))
  @preconcurrency
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
  /// (swiftui/button/init(_:action:)-1asy)
  @preconcurrency
  public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(titleKey) }
  }

  /// (swiftui/button/init(_:action:)-lpm7)
  @_disfavoredOverload @preconcurrency
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(title) }
  }

  /// (swiftui/button/init(_:role:action:)-93ek6)
  @preconcurrency
  public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(titleKey) }
  }

  /// (swiftui/button/init(_:role:action:)-8y5yk)
  @_disfavoredOverload @preconcurrency
  public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(title) }
  }
}

/// (swiftui/progressview)
public nonisolated struct ProgressView<Label: View, CurrentValueLabel: View>: Container {
  let inside: Label
}

extension ProgressView where CurrentValueLabel == EmptyView {
  /// (swiftui/progressview/init())
  public init() where Label == EmptyView {
    inside = EmptyView()
  }

  /// (swiftui/progressview/init(label:))
  public init(@ViewBuilder label: () -> Label) {
    inside = label()
  }

  /// (swiftui/progressview/init(_:)-6k5se)
  public init(_ titleKey: LocalizedStringKey) where Label == Text {
    inside = Text(titleKey)
  }

  /// (swiftui/progressview/init(_:)-3q5nf)
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S) where Label == Text {
    inside = Text(title)
  }

  /// (swiftui/progressview/init(value:total:))
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) where Label == EmptyView {
    inside = EmptyView()
  }
}

/// (swiftui/toggle)
public nonisolated struct Toggle<Label: View>: Container, Tappable {
  let inside: Label
  private let isOn: Binding<Bool>

  @MainActor func tap(_ node: Node) { isOn.wrappedValue.toggle() }
}

extension Toggle where Label == Text {
  /// (swiftui/toggle/init(_:ison:)-8qx3l)
  public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
    inside = Text(titleKey)
    self.isOn = isOn
  }

  /// (swiftui/toggle/init(_:ison:)-2qurm)
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

/// (swiftui/textfield)
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
  /// (swiftui/textfield/init(_:text:)-4lffk)
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
    label = Text(titleKey)
    title = titleKey.value
    self.text = text
  }

  /// (swiftui/textfield/init(_:text:)-2laoi)
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
    label = Text(title)
    self.title = String(title)
    self.text = text
  }
}
