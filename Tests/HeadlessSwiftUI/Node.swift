// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, BeginDocumentationCommentWithOneLineSummary

import Observation

/// A place in the tree of views: what identity means here.
///
/// A view keeps its node, and with it its state, as long as its parent contains a view of the same type at the same
/// place: a position in the structure, or an explicit id. (swiftui/view/id(_:), "Demystify SwiftUI", WWDC21)
final class Node {
  struct Key: Hashable {
    let place: AnyHashable
    let type: ObjectIdentifier
  }

  let key: Key
  let graph: Graph
  let depth: Int
  weak var parent: Node?
  /// The view as its parent has made it; its body is evaluated on a copy that knows its storage.
  private(set) var view: any View
  private(set) var environment: EnvironmentValues
  /// Whether another screen of the same stack covers it.
  private(set) var isCovered: Bool
  /// Whether it is shown beside the content, as a sheet or a button of a toolbar.
  private(set) var isAside: Bool
  private(set) var children: [Node] = []
  private(set) var isRemoved = false
  /// The number of evaluations: observers of an earlier one are no longer of interest.
  private(set) var evaluation = 0
  /// The storage of dynamic properties, by their offset in the view.
  private var storage: [Int: AnyObject] = [:]
  /// What a view without a body remembers.
  private var memory: AnyObject?

  init(_ content: Content, place: AnyHashable, parent: Node?, graph: Graph) {
    key = content.key(at: place)
    self.graph = graph
    self.parent = parent
    depth = (parent?.depth ?? 0) + 1
    view = content.view
    environment = content.environment ?? parent?.environment ?? EnvironmentValues()
    isCovered = content.isCovered
    isAside = content.isAside
  }

  /// The storage of a property, which is made when the view first gets this identity: the first value wins.
  func stored<Object: AnyObject>(at offset: Int, _ make: () -> Object) -> Object {
    if let object = storage[offset] as? Object { return object }
    let object = make()
    storage[offset] = object
    return object
  }

  func remembered<Object: AnyObject>(_ make: () -> Object) -> Object {
    if let memory = memory as? Object { return memory }
    let made = make()
    memory = made
    return made
  }

  /// Asks for another evaluation in this update or in the next one.
  func invalidate() {
    if !isRemoved { graph.dirty[ObjectIdentifier(self)] = self }
  }

  // MARK: Evaluating

  /// Takes the view that the parent's new body contains, and evaluates its body unless nothing it depends on differs.
  @MainActor
  func take(_ content: Content, environment: EnvironmentValues) {
    let isSame = self.environment.isSame(as: environment) && areSame(view, content.view)
    view = content.view
    self.environment = environment
    isCovered = content.isCovered
    isAside = content.isAside
    if !isSame || graph.dirty[ObjectIdentifier(self)] != nil { evaluate() }
  }

  /// Evaluates the body under observation, and gives its views to the children.
  @MainActor
  func evaluate() {
    graph.dirty[ObjectIdentifier(self)] = nil
    evaluation += 1
    let current = evaluation
    let observer = Observer(node: self)
    // The children are evaluated behind it: an observation that is inside another one belongs to both.
    let inside = withObservationTracking {
      contents(of: view)
    } onChange: {
      observer.invalidate(current)
    }
    reconcile(inside)
  }

  @MainActor
  private func contents<V: View>(of view: V) -> [Content] {
    var view = view
    install(&view)
    if let primitive = view as? any Primitive { return primitive.contents(of: self) }
    graph.bodies[ObjectIdentifier(V.self), default: 0] += 1
    return [Content(view.body)]
  }

  /// Gives the dynamic properties of a view their storage and their present values.
  @MainActor
  func install<V>(_ value: inout V, at offset: Int = 0) {
    withUnsafeMutableBytes(of: &value) { bytes in
      for field in PropertyField.all(of: V.self) {
        guard let address = bytes.baseAddress else { continue }
        field.type.install(address + field.offset, in: Place(node: self, offset: offset + field.offset))
      }
    }
  }

  @MainActor
  private func reconcile(_ contents: [Content]) {
    var old: [Key: Node] = [:]
    for child in children { old[child.key] = child }
    children = contents.enumerated().map { index, content in
      let place = content.place ?? AnyHashable(index)
      guard let child = old.removeValue(forKey: content.key(at: place)) else {
        let child = Node(content, place: place, parent: self, graph: graph)
        child.evaluate()
        return child
      }
      child.take(content, environment: content.environment ?? environment)
      return child
    }
    for child in old.values { child.remove() }
  }

  /// Ends the identity: what is in it disappears, and its state is released.
  @MainActor
  func remove() {
    for child in children { child.remove() }
    isRemoved = true
    graph.dirty[ObjectIdentifier(self)] = nil
    (memory as? any Ending)?.end()
  }

  // MARK: Looking

  /// The view, unless it is an optional one, which a cast would mistake for what is in it.
  var element: (any View)? { view is any OptionalView ? nil : view }

  /// The views that a modifier around this one applies to: a group and a body without a container are as many as they
  /// contain, and an empty one is none. (swiftui/group)
  @MainActor
  func leaves() -> [Node] {
    if let primitive = view as? any Primitive, primitive.isUnary { return [self] }
    return children.filter { !$0.isAside }.flatMap { $0.leaves() }
  }

  /// Calls a function with this and all that it contains, a node before its children.
  func visit(_ body: (Node) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }
}

/// A view that a body contains, and where.
struct Content {
  let view: any View
  /// An explicit id in place of the position.
  var place: AnyHashable?
  /// The environment, if it differs from the parent's.
  var environment: EnvironmentValues?
  var isCovered = false
  var isAside = false

  init(
    _ view: any View,
    place: AnyHashable? = nil,
    environment: EnvironmentValues? = nil,
    isCovered: Bool = false,
    isAside: Bool = false
  ) {
    self.view = view
    self.place = place
    self.environment = environment
    self.isCovered = isCovered
    self.isAside = isAside
  }

  func key(at place: AnyHashable) -> Node.Key { Node.Key(place: place, type: ObjectIdentifier(type(of: view))) }
}

/// A view without a body, which says itself what it contains.
protocol Primitive: View where Body == Never {
  @MainActor func contents(of node: Node) -> [Content]
  /// Whether it is one view for the modifiers around it.
  var isUnary: Bool { get }
}

extension Primitive {
  public var body: Never { fatalError("A view without a body was asked for it.") }
  public var isUnary: Bool { false }
}

/// What a node remembers, if it has to end with it.
protocol Ending {
  @MainActor func end()
}

/// What an update shares.
final class Graph {
  /// The graph that is being updated, on the main actor.
  // Only read and written on the main actor, where views are updated.
  nonisolated(unsafe) static var updating: Graph?

  var dirty: [ObjectIdentifier: Node] = [:]
  /// What is called once the bodies are evaluated.
  var actions: [() -> Void] = []
  /// The tasks that begin behind the actions.
  var tasks: [() -> Void] = []
  /// The tasks that have begun.
  var runningTasks: [Task<Void, Never>] = []
  var bodies: [ObjectIdentifier: Int] = [:]
  var messages: [String] = []
}

/// A node for an observation, whose change may be reported by any code on the main actor.
// Only used on the main actor, which is checked.
private final class Observer: @unchecked Sendable {
  private weak var node: Node?

  init(node: Node) {
    self.node = node
  }

  func invalidate(_ evaluation: Int) {
    MainActor.preconditionIsolated("A view's state was changed outside the main actor.")
    guard let node, node.evaluation == evaluation else { return }
    node.invalidate()
  }
}

/// Whether two values of a view's field are the same, so that nothing has to be evaluated.
///
/// Equatable values are compared by `==`, other objects by reference, other values field by field; functions always
/// differ. Apple documents no rule.
func areSame(_ lhs: Any, _ rhs: Any) -> Bool {
  guard type(of: lhs) == type(of: rhs) else { return false }
  if let lhs = lhs as? any ComparedProperty { return lhs.isSame(as: rhs) }
  if let lhs = lhs as? any Equatable { return lhs.isEqual(to: rhs) }
  let (left, right) = (Mirror(reflecting: lhs), Mirror(reflecting: rhs))
  switch left.displayStyle {
  case .class: return (lhs as AnyObject) === (rhs as AnyObject)
  case .struct, .tuple, .optional, .enum:
    if left.children.isEmpty, left.displayStyle == .enum { return "\(lhs)" == "\(rhs)" }
    return left.children.count == right.children.count
      && zip(left.children, right.children).allSatisfy { $0.label == $1.label && areSame($0.value, $1.value) }
  default: return false
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
