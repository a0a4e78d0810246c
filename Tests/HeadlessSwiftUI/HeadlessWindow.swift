// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, BeginDocumentationCommentWithOneLineSummary
/// A window that shows nothing: a test plays the user and the display.
///
/// ```swift
/// let window = HeadlessWindow { CounterView() }
/// try window.tap("Start")
/// window.update()
/// #expect(window.texts == ["1", "Start"])
/// ```
///
/// Nothing is evaluated but by ``update()``, so that a test can do something between a change and the next body.
@MainActor
public final class HeadlessWindow {
  public struct NotFound: Error, CustomStringConvertible {
    public let description: String
  }

  private let graph = Graph()
  private var root: Node?

  /// Opens a window, and draws its first frame.
  public init(@ViewBuilder _ content: () -> some View) {
    open(content())
  }

  /// Opens the window of an app.
  public init(_ app: some App) {
    open(AppRoot(app: app))
  }

  private func open(_ view: some View) {
    let root = Node(Content(view), place: "root", parent: nil, graph: graph)
    self.root = root
    root.invalidate()
    update()
  }

  /// Closes the window: all that it shows disappears, and its state is released.
  public func close() {
    root?.remove()
    root = nil
    perform()
  }

  /// What SwiftUI would have complained about.
  public var messages: [String] { graph.messages }

  /// How often the body of a type of view has been evaluated.
  public func bodies<V: View>(of type: V.Type) -> Int { graph.bodies[ObjectIdentifier(type)] ?? 0 }

  // MARK: Frames

  /// Draws a frame: evaluates the bodies that depend on a change, then calls what they have caused, until all is calm.
  public func update() {
    for _ in 0..<100 {
      guard !graph.dirty.isEmpty else { return }
      evaluate()
      perform()
    }
    graph.messages.append("The views still change after 100 rounds of one frame.")
  }

  private func evaluate() {
    let outer = Graph.updating
    Graph.updating = graph
    defer { Graph.updating = outer }
    // A node before those inside it, which it may remove.
    var evaluations: [ObjectIdentifier: Int] = [:]
    while let node = graph.dirty.values.min(by: { $0.depth < $1.depth }) {
      evaluations[ObjectIdentifier(node), default: 0] += 1
      guard evaluations[ObjectIdentifier(node), default: 0] <= 100 else {
        graph.messages.append("A body changes what it depends on.")
        graph.dirty = [:]
        break
      }
      node.evaluate()
    }
    if let root { settle(root, isCovered: false) }
  }

  private func settle(_ node: Node, isCovered: Bool) {
    let isCovered = isCovered || node.isCovered
    for child in node.children { settle(child, isCovered: isCovered) }
    node.appearances?.settle(isCovered ? [] : node.leaves(), in: graph)
  }

  /// Calls what an update has caused, outside it.
  private func perform() {
    let (actions, tasks) = (graph.actions, graph.tasks)
    (graph.actions, graph.tasks) = ([], [])
    for action in actions { action() }
    for task in tasks { task() }
  }

  // MARK: The display

  private func visit(_ body: (Node) -> Void) {
    func visit(_ node: Node) {
      guard !node.isCovered else { return }
      body(node)
      for child in node.children { visit(child) }
    }
    if let root { visit(root) }
  }

  private func shown<Value>(_ value: (Node) -> Value?) -> [Value] {
    var found: [Value] = []
    visit { node in value(node).map { found.append($0) } }
    return found
  }

  /// The texts on the screen, with those of buttons, toolbars and presentations.
  public var texts: [String] { shown { ($0.element as? Text)?.content } }

  /// The names of the images on the screen.
  public var images: [String] { shown { ($0.element as? Image)?.name } }

  /// The title of the screen.
  public var title: String? { shown { ($0.element as? Title)?.text }.last }

  /// The text that a field shows.
  public func text(in field: String) throws -> String {
    let nodes = shown { ($0.element as? any Field)?.title == field ? $0 : nil }
    guard let node = nodes.first else { throw missing("field", field) }
    return TextField<Text>.shown(in: node)
  }

  /// Whether a refresh shows its spinner.
  public var isRefreshing: Bool { !refreshes.isEmpty && refreshes.contains { $0.task != nil } }

  private var refreshes: [Refreshing] { shown { $0.environment.refresh?.owner } }

  private func missing(_ kind: String, _ name: String) -> NotFound {
    NotFound(description: "There is no \(kind) '\(name)' among \(texts).")
  }

  // MARK: The user

  /// Taps a button, a link or a toggle that shows a text; the first one, or that of a row.
  public func tap(_ label: String, at index: Int = 0) throws {
    let nodes = shown { node in
      (node.element as? any Tappable).map { _ in node }
    }.filter { node in
      var isFound = false
      node.visit { if ($0.element as? Text)?.content == label { isFound = true } }
      return isFound
    }
    guard nodes.indices.contains(index), let control = nodes[index].element as? any Tappable else {
      throw missing("button", label)
    }
    guard nodes[index].environment.isEnabled else { throw missing("enabled button", label) }
    control.tap(nodes[index])
  }

  /// Replaces the text of a field.
  public func type(_ text: String, into field: String) throws {
    guard let node = shown({ ($0.element as? any Field)?.title == field ? $0 : nil }).first,
      let field = node.element as? any Field
    else { throw missing("field", field) }
    field.text.wrappedValue = text
    // The field reads its binding again.
    node.invalidate()
  }

  /// Pulls to refresh.
  public func refresh() throws {
    guard let refreshing = refreshes.last else { throw missing("refreshable view", "") }
    refreshing.start()
  }

  /// Waits until the tasks of views that have begun so far have ended.
  public func waitForTasks() async {
    for task in graph.runningTasks { await task.value }
    graph.runningTasks = []
  }

  /// Waits until the refreshes that run have ended.
  public func waitForRefresh() async {
    for refresh in refreshes { await refresh.task?.value }
  }

  /// Swipes away the sheet or the alert on top.
  public func dismiss() throws {
    guard let presented = shown({ $0.environment.dismiss.dismiss }).last else { throw missing("presentation", "") }
    presented.close()
  }

  /// Goes back to the previous screen of a stack.
  public func goBack() throws {
    guard let screens = shown({ $0.environment.screens }).last, !screens.values.isEmpty else {
      throw missing("screen", "")
    }
    screens.change { $0.removeLast() }
  }
}

extension Node {
  /// What has appeared inside a modifier, if this is one for it.
  @MainActor var appearances: Appearances? { element is any AppearanceHolder ? remembered { Appearances() } : nil }
}

/// A view with a modifier that is told of appearances.
protocol AppearanceHolder {}

extension Modified: AppearanceHolder where Modifier == Appearance {}
