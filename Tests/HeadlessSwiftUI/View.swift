// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, BeginDocumentationCommentWithOneLineSummary
/// (swiftui/view)
@MainActor @preconcurrency
public protocol View {
  /// (swiftui/view/body-swift.associatedtype)
  associatedtype Body: View
  /// (swiftui/view/body-8kl5o)
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("There is no value of this type.") }
}

extension Optional: View where Wrapped: View {
  public typealias Body = Never
}

/// A view that may be absent.
protocol OptionalView {}

extension Optional: OptionalView where Wrapped: View {}

extension Optional: Primitive where Wrapped: View {
  @MainActor func contents(of node: Node) -> [Content] { map { [Content($0)] } ?? [] }
}

/// (swiftui/emptyview)
public nonisolated struct EmptyView: Primitive {
  /// (swiftui/emptyview/init())
  public init() {}

  @MainActor func contents(of node: Node) -> [Content] { [] }
}

/// (swiftui/anyview)
public nonisolated struct AnyView: Primitive {
  private let view: any View

  /// (swiftui/anyview/init(_:))
  public init<V: View>(_ view: V) {
    self.view = view
  }

  @MainActor func contents(of node: Node) -> [Content] { [Content(view)] }
}

/// (swiftui/tupleview)
public nonisolated struct TupleView<T>: Primitive {
  private let views: [any View]

  init(_ views: [any View]) {
    self.views = views
  }

  @MainActor func contents(of node: Node) -> [Content] { views.map { Content($0) } }
}

/// (swiftui/group)
public nonisolated struct Group<Content> {
  private let content: Content
}

extension Group: View where Content: View {
  /// (swiftui/group/init(content:))
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

extension Group: Primitive where Content: View {
  @MainActor func contents(of node: Node) -> [SwiftUI.Content] { [SwiftUI.Content(content)] }
}

public nonisolated struct _ConditionalContent<TrueContent, FalseContent> {
  fileprivate enum Branch {
    case first(TrueContent)
    case second(FalseContent)
  }

  fileprivate let branch: Branch
}

extension _ConditionalContent: View where TrueContent: View, FalseContent: View {}

extension _ConditionalContent: Primitive where TrueContent: View, FalseContent: View {
  // Each branch is a place of its own. ("Demystify SwiftUI", WWDC21)
  @MainActor func contents(of node: Node) -> [Content] {
    switch branch {
    case .first(let view): [Content(view, place: true)]
    case .second(let view): [Content(view, place: false)]
    }
  }
}

/// (swiftui/viewbuilder)
@resultBuilder
public struct ViewBuilder {
  /// (swiftui/viewbuilder/buildexpression(_:))
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  /// (swiftui/viewbuilder/buildblock())
  public static func buildBlock() -> EmptyView { EmptyView() }
  /// (swiftui/viewbuilder/buildblock(_:))
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  /// (swiftui/viewbuilder/buildblock(_:)-2bj1g)
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    var views: [any View] = []
    for view in repeat each content { views.append(view) }
    return TupleView(views)
  }
  /// (swiftui/viewbuilder/buildif(_:))
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  /// (swiftui/viewbuilder/buildeither(first:))
  public static func buildEither<TrueContent: View, FalseContent: View>(
    first: TrueContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent(branch: .first(first)) }
  /// (swiftui/viewbuilder/buildeither(second:))
  public static func buildEither<TrueContent: View, FalseContent: View>(
    second: FalseContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent(branch: .second(second)) }
  /// (swiftui/viewbuilder/buildlimitedavailability(_:))
  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

/// A view with something around it.
nonisolated struct Modified<Base: View, Modifier: Modification>: Primitive {
  let base: Base
  let modifier: Modifier

  @MainActor func contents(of node: Node) -> [Content] { modifier.contents(of: node, around: base) }
}

/// What is around a view.
protocol Modification {
  @MainActor func contents(of node: Node, around base: any View) -> [Content]
}

extension View {
  nonisolated func modified(by modifier: some Modification) -> some View { Modified(base: self, modifier: modifier) }
}
