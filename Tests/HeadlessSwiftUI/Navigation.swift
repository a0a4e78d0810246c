// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, BeginDocumentationCommentWithOneLineSummary
/// (swiftui/searchfieldplacement)
public struct SearchFieldPlacement: Sendable {
  /// (swiftui/searchfieldplacement/automatic)
  public static let automatic = SearchFieldPlacement()
}

/// (swiftui/navigationpath)
public struct NavigationPath {
  fileprivate var values: [AnyHashable] = []

  /// (swiftui/navigationpath/init())
  public init() {}

  /// (swiftui/navigationpath/count)
  public var count: Int { values.count }
  /// (swiftui/navigationpath/isempty)
  public var isEmpty: Bool { values.isEmpty }
  /// (swiftui/navigationpath/append(_:)-64o0f)
  public mutating func append<V: Hashable>(_ value: V) { values.append(value) }
  /// (swiftui/navigationpath/removelast(_:))
  public mutating func removeLast(_ k: Int = 1) { values.removeLast(k) }
}

/// The screens of a stack. Only the top one is shown; those below keep their state. (swiftui/navigationstack)
@MainActor @preconcurrency
public struct NavigationStack<Data, Root: View>: Primitive {
  private let root: Root
  private let path: Binding<NavigationPath>?

  /// (swiftui/navigationstack/init(root:))
  public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {
    self.root = root()
    path = nil
  }

  /// (swiftui/navigationstack/init(path:root:)-63x0h)
  public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) where Data == NavigationPath {
    self.root = root()
    self.path = path
  }

  var isUnary: Bool { true }

  @MainActor func contents(of node: Node) -> [Content] {
    var stack = self
    node.install(&stack)
    let screens = node.remembered { Screens() }
    screens.take(stack.path, for: node)
    var environment = node.environment
    environment.screens = screens
    let values = screens.values
    let root = Content(root, place: "root", environment: environment, isCovered: !values.isEmpty)
    return [root]
      + values.enumerated().map { index, value in
        let place = Screen.Place(index: index, value: value)
        let view = Screen(value: value, screens: screens)
        return Content(view, place: place, environment: environment, isCovered: index + 1 < values.count)
      }
  }
}

/// The path of a stack, and the views of its values.
final class Screens {
  private(set) var values: [AnyHashable] = []
  private var path: Binding<NavigationPath>?
  private weak var node: Node?
  private var destinations: [ObjectIdentifier: (AnyHashable) -> any View] = [:]

  @MainActor
  func take(_ path: Binding<NavigationPath>?, for node: Node) {
    self.node = node
    self.path = path
    if let path { values = path.wrappedValue.values }
  }

  @MainActor
  func change(_ body: (inout NavigationPath) -> Void) {
    var changed = NavigationPath()
    changed.values = values
    body(&changed)
    if let path {
      path.wrappedValue = changed
    } else {
      values = changed.values
      node?.invalidate()
    }
  }

  @MainActor
  func setDestination(of type: Any.Type, _ view: @escaping (AnyHashable) -> any View) {
    destinations[ObjectIdentifier(type)] = view
    for child in node?.children ?? [] where child.view is Screen { child.invalidate() }
  }

  @MainActor
  func view(of value: AnyHashable) -> (any View)? { destinations[ObjectIdentifier(type(of: value.base))]?(value) }
}

nonisolated struct Screen: Primitive {
  struct Place: Hashable {
    let index: Int
    let value: AnyHashable
  }

  let value: AnyHashable
  let screens: Screens

  var isUnary: Bool { true }

  @MainActor func contents(of node: Node) -> [Content] {
    guard let view = screens.view(of: value) else {
      node.graph.messages.append("No navigationDestination for \(type(of: value.base)).")
      return []
    }
    return [Content(view)]
  }
}

extension View {
  /// (swiftui/view/navigationdestination(for:destination:))
  public nonisolated func navigationDestination<D: Hashable, C: View>(
    for data: D.Type,
    @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    modified(
      by: Destination(type: data) { value in
        // The stack asks by this type.
        (value.base as? D).map { destination($0) }
      }
    )
  }
}

nonisolated struct Destination: Modification {
  let type: Any.Type
  let view: (AnyHashable) -> (any View)?

  @MainActor func contents(of node: Node, around base: any View) -> [Content] {
    node.environment.screens?.setDestination(of: type) { view($0) ?? EmptyView() }
    return [Content(base)]
  }
}

/// A link to the view of a value; a scope or another object that is `Hashable` is a value too. (swiftui/navigationlink)
public nonisolated struct NavigationLink<Label: View, Destination: View>: Container, Tappable {
  let inside: Label
  private let value: AnyHashable?

  @MainActor func tap(_ node: Node) {
    guard let value else { return }
    node.environment.screens?.change { $0.append(value) }
  }
}

extension NavigationLink where Destination == Never {
  /// (swiftui/navigationlink/init(value:label:)-4jswo)
  public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
    self.value = value
    inside = label()
  }
}

private enum ScreensKey: EnvironmentKey { static var defaultValue: Screens? { nil } }

extension EnvironmentValues {
  var screens: Screens? {
    get { self[ScreensKey.self] }
    set { self[ScreensKey.self] = newValue }
  }
}
