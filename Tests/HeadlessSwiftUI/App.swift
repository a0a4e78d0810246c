// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, BeginDocumentationCommentWithOneLineSummary
@MainActor @preconcurrency
public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

@resultBuilder
public struct SceneBuilder {
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// Whether a scene is shown, and whether the user can act in it. (swiftui/scenephase)
public enum ScenePhase: Comparable, Hashable, Sendable {
  case background
  case inactive
  case active
}

/// A scene with a window.
protocol WindowScene {
  @MainActor var content: any View { get }
}

public nonisolated struct WindowGroup<Content: View>: Scene, WindowScene {
  private let make: () -> Content

  public init(@ViewBuilder content: @escaping () -> Content) {
    make = content
  }

  public init(id: String, @ViewBuilder content: @escaping () -> Content) {
    make = content
  }

  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
    make = content
  }

  public var body: Never { fatalError("A scene without a body was asked for it.") }
  @MainActor var content: any View { make() }
}

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

extension App {
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
