// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, BeginDocumentationCommentWithOneLineSummary
public import Observation
public import OpenCombine

// MARK: Appearing

extension View {
  /// (swiftui/view/onappear(perform:))
  public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View {
    modified(by: Appearance(appear: { _ in action?() }))
  }

  /// (swiftui/view/ondisappear(perform:))
  public nonisolated func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    modified(by: Appearance(disappear: { _ in action?() }))
  }

  /// The task is cancelled after the view has disappeared. (swiftui/view/task(name:priority:file:line:_:))
  public nonisolated func task(
    name: String? = nil,
    priority: TaskPriority = .userInitiated,
    file: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View {
    modified(by: Appearance(task: TaskOperation(action)))
  }

  /// A changed id restarts the task. (swiftui/view/task(id:name:priority:file:line:_:))
  public nonisolated func task<T: Equatable>(
    id value: T,
    name: String? = nil,
    priority: TaskPriority = .userInitiated,
    file: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View {
    modified(by: Appearance(task: TaskOperation(action), id: value))
  }
}

/// The operation of a task of a view, as its body has last made it.
// Never changed; called in tasks on the main actor alone.
final class TaskOperation: @unchecked Sendable {
  private let body: @isolated(any) () async -> Void

  init(_ body: @escaping @isolated(any) () async -> Void) {
    self.body = body
  }

  /// Starts it at once, as far as it gets, so that tests repeat: SwiftUI does so in a turn of its own.
  @MainActor
  func start() -> Task<Void, Never> {
    Task.immediate { @MainActor in await self.body() }
  }
}

nonisolated struct Appearance: Modification {
  var appear: (Node) -> Void = { _ in }
  var disappear: (Node) -> Void = { _ in }
  var task: TaskOperation?
  var id: Any?

  @MainActor func contents(of node: Node, around base: any View) -> [Content] {
    node.remembered { Appearances() }.take(self)
    return [Content(base)]
  }
}

/// The views that have appeared inside a modifier, and their tasks.
final class Appearances: Ending {
  private var modifier: Appearance?
  private var shown: [ObjectIdentifier: Node] = [:]
  private var tasks: [ObjectIdentifier: Task<Void, Never>] = [:]
  private var id: Any?

  @MainActor
  func take(_ modifier: Appearance) {
    self.modifier = modifier
  }

  /// Compares what is shown with what was, and notes what has to be called.
  @MainActor
  func settle(_ leaves: [Node], in graph: Graph) {
    guard let modifier else { return }
    let present = Dictionary(leaves.map { (ObjectIdentifier($0), $0) }) { first, _ in first }
    let restarts = id.map { old in modifier.id.map { !areSame(old, $0) } ?? true } ?? false
    id = modifier.id
    for (key, node) in shown where present[key] == nil { hide(node, modifier, in: graph) }
    for node in leaves where shown[ObjectIdentifier(node)] == nil || restarts {
      let key = ObjectIdentifier(node)
      if shown[key] == nil { graph.actions.append { modifier.appear(node) } }
      guard let task = modifier.task else { continue }
      graph.tasks.append { [self] in
        tasks[key]?.cancel()
        let task = task.start()
        tasks[key] = task
        graph.runningTasks.append(task)
      }
    }
    shown = present
  }

  @MainActor
  private func hide(_ node: Node, _ modifier: Appearance, in graph: Graph) {
    graph.actions.append { modifier.disappear(node) }
    tasks.removeValue(forKey: ObjectIdentifier(node))?.cancel()
  }

  @MainActor
  func end() {
    guard let modifier else { return }
    for node in shown.values { hide(node, modifier, in: node.graph) }
    shown = [:]
  }
}

// MARK: Identity and changes

extension View {
  /// Another id is another identity. (swiftui/view/id(_:))
  public nonisolated func id<ID: Hashable>(_ id: ID) -> some View { modified(by: Identified(id: id)) }

  /// (swiftui/view/onchange(of:initial:_:)-4psgg)
  public nonisolated func onChange<V: Equatable>(
    of value: V,
    initial: Bool = false,
    _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View {
    modified(by: Change(value: value, initial: initial, action: action))
  }

  /// (swiftui/view/onchange(of:initial:_:)-8wgw9)
  public nonisolated func onChange<V: Equatable>(
    of value: V,
    initial: Bool = false,
    _ action: @escaping () -> Void
  ) -> some View {
    modified(by: Change(value: value, initial: initial) { _, _ in action() })
  }

  /// (swiftui/view/onchange(of:perform:))
  @available(*, deprecated)
  public nonisolated func onChange<V: Equatable>(
    of value: V,
    perform action: @escaping (_ newValue: V) -> Void
  ) -> some View {
    modified(by: Change(value: value, initial: false) { action($1) })
  }
}

nonisolated struct Identified<ID: Hashable>: Modification {
  let id: ID

  @MainActor func contents(of node: Node, around base: any View) -> [Content] { [Content(base, place: id)] }
}

/// When the value changes, the new version of the closure is called, after the update. (swiftui/view/onchange(of:initial:_:))
nonisolated struct Change<Value: Equatable>: Modification {
  private final class Last { var value: Value? }

  let value: Value
  let initial: Bool
  let action: (Value, Value) -> Void

  @MainActor func contents(of node: Node, around base: any View) -> [Content] {
    let last = node.remembered { Last() }
    if let old = last.value ?? (initial ? value : nil), old != value || last.value == nil {
      node.graph.actions.append { [value, action] in action(old, value) }
    }
    last.value = value
    return [Content(base)]
  }
}

// MARK: Refreshing

extension View {
  /// (swiftui/view/refreshable(action:))
  public nonisolated func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
    modified(by: Refreshable(action: action))
  }
}

nonisolated struct Refreshable: Modification {
  let action: @Sendable () async -> Void

  @MainActor func contents(of node: Node, around base: any View) -> [Content] {
    let refreshing = node.remembered { Refreshing() }
    refreshing.take(action)
    var environment = node.environment
    environment[RefreshKey.self] = RefreshAction(owner: refreshing)
    return [Content(base, environment: environment)]
  }
}

/// A refresh that runs, as long as a list shows its spinner.
@MainActor
final class Refreshing: Ending {
  private var action: (@Sendable () async -> Void)?
  private(set) var task: Task<Void, Never>?

  nonisolated init() {}

  /// Takes the closure of a new body.
  ///
  /// Apple does not document it; users report that the task of a refresh is cancelled when the body that has the
  /// modifier is evaluated again: here it always is.
  func take(_ action: @escaping @Sendable () async -> Void) {
    self.action = action
    task?.cancel()
  }

  func run() async { await action?() }

  func start() {
    guard task == nil else { return }
    task = Task.immediate {
      await run()
      task = nil
    }
  }

  func end() {
    task?.cancel()
  }
}

// MARK: Environment

extension View {
  /// (swiftui/view/environment(_:_:))
  public nonisolated func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>,
    _ value: V
  ) -> some View {
    modified(by: EnvironmentChange { $0[keyPath: keyPath] = value })
  }

  /// (swiftui/view/environment(_:)-4516h)
  public nonisolated func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
    modified(by: EnvironmentChange { $0.set(object) })
  }

  /// (swiftui/view/environmentobject(_:))
  public nonisolated func environmentObject<T: ObservableObject>(_ object: T) -> some View {
    modified(by: EnvironmentChange { $0.set(object) })
  }

  /// (swiftui/view/disabled(_:))
  public nonisolated func disabled(_ disabled: Bool) -> some View { environment(\.isEnabled, !disabled) }
}

nonisolated struct EnvironmentChange: Modification {
  let change: (inout EnvironmentValues) -> Void

  @MainActor func contents(of node: Node, around base: any View) -> [Content] {
    var environment = node.environment
    change(&environment)
    return [Content(base, environment: environment)]
  }
}

// MARK: Beside the content

extension View {
  /// (swiftui/view/swipeactions(edge:allowsfullswipe:content:))
  public nonisolated func swipeActions<T: View>(
    edge: HorizontalEdge = .trailing,
    allowsFullSwipe: Bool = true,
    @ViewBuilder content: () -> T
  ) -> some View {
    modified(by: Aside(view: content()))
  }

  /// (swiftui/view/toolbar(content:)-7vdkx)
  public nonisolated func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
    modified(by: Aside(view: content()))
  }

  /// (swiftui/view/searchable(text:placement:prompt:)-1bjj3)
  public nonisolated func searchable(
    text: Binding<String>,
    placement: SearchFieldPlacement = .automatic,
    prompt: LocalizedStringKey
  ) -> some View {
    modified(by: Aside(view: TextField(prompt, text: text)))
  }

  /// (swiftui/view/searchable(text:placement:prompt:)-18a8f)
  public nonisolated func searchable(
    text: Binding<String>,
    placement: SearchFieldPlacement = .automatic,
    prompt: Text? = nil
  ) -> some View {
    modified(by: Aside(view: TextField(prompt?.content ?? "Search", text: text)))
  }

  /// (swiftui/view/navigationtitle(_:)-43srq)
  public nonisolated func navigationTitle(_ titleKey: LocalizedStringKey) -> some View {
    modified(by: Aside(view: Title(text: titleKey.value)))
  }

  /// (swiftui/view/navigationtitle(_:)-avgj)
  @_disfavoredOverload
  public nonisolated func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
    modified(by: Aside(view: Title(text: String(title))))
  }

  /// (swiftui/view/font(_:))
  public nonisolated func font(_ font: Font?) -> some View { self }
}

nonisolated struct Aside<Other: View>: Modification {
  let view: Other

  @MainActor func contents(of node: Node, around base: any View) -> [Content] {
    [Content(base), Content(view, isAside: true)]
  }
}

nonisolated struct Title: Primitive {
  let text: String

  @MainActor func contents(of node: Node) -> [Content] { [] }
}
