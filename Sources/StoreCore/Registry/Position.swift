/// The node under which an action's program runs, or an effect is launched.
enum Position: Sendable {
  /// Under a node that is open.
  case node(NodeKey)
  /// Under the node of the action that emitted it, or under its own node inside that one if it has to be kept apart.
  case part(of: NodeKey)
  /// Under a node of its own, which is opened if there is something to run.
  case child(of: NodeKey, isCounted: Bool)

  /// Caused by nothing.
  static var root: Position { .child(of: .none, isCounted: false) }

  /// The node on whose cancel it depends.
  var node: NodeKey {
    switch self {
    case .node(let node), .part(let node), .child(let node, _): node
    }
  }
}
