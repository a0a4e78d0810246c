// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, BeginDocumentationCommentWithOneLineSummary
/// (swiftui/scene)
@MainActor @preconcurrency
public protocol Scene {
  /// (swiftui/scene/body-swift.associatedtype)
  associatedtype Body: Scene
  /// (swiftui/scene/body-swift.property)
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

/// (swiftui/scenebuilder)
@resultBuilder
public struct SceneBuilder {
  /// (swiftui/scenebuilder/buildexpression(_:))
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  /// (swiftui/scenebuilder/buildblock(_:))
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// Whether a scene is shown, and whether the user can act in it. (swiftui/scenephase)
public enum ScenePhase: Comparable, Hashable, Sendable {
  /// (swiftui/scenephase/background)
  case background
  /// (swiftui/scenephase/inactive)
  case inactive
  /// (swiftui/scenephase/active)
  case active
}

/// A scene with a window.
protocol WindowScene {
  @MainActor var content: any View { get }
}

/// (swiftui/windowgroup)
public nonisolated struct WindowGroup<Content: View>: Scene, WindowScene {
  private let make: () -> Content

  /// (swiftui/windowgroup/init(makecontent:))
  public init(@ViewBuilder makeContent: @escaping () -> Content) {
    make = makeContent
  }

  public var body: Never { fatalError("A scene without a body was asked for it.") }
  @MainActor var content: any View { make() }
}

/// (swiftui/app)
@MainActor @preconcurrency
public protocol App {
  /// (swiftui/app/body-swift.associatedtype)
  associatedtype Body: Scene
  /// (swiftui/app/body-swift.property)
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  /// (swiftui/app/init())
  @MainActor @preconcurrency init()
}

extension App {
  /// (swiftui/app/main())
  @MainActor @preconcurrency
  public static func main() { fatalError("There is no window here: pass the app to a HeadlessWindow.") }
}

/// The root of an app, whose properties belong to the app.
nonisolated struct AppRoot<Root: App>: Primitive {
  let app: Root

  @MainActor func contents(of node: Node) -> [Content] {
    var app = app
    node.install(&app)
    guard let scene = app.body as? any WindowScene else { return [] }
    return [Content(scene.content)]
  }
}
