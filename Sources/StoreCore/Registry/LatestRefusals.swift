/// The latest refusals of a store's effects, for the descriptions of handles.
///
/// - Complexity: O(1) to add one, in memory that does not grow beyond ``limit`` refusals; O(``limit``) to find some.
struct LatestRefusals: Sendable {
  /// The number of refusals that are kept.
  static let limit = 64

  private var latest: [(node: NodeKey, refusal: Refusal)] = []
  private var count: UInt32 = 0

  init() {}

  /// Adds a refusal; one without a node gets a key that no node has.
  @discardableResult
  mutating func add(_ refusal: Refusal, at node: NodeKey?) -> NodeKey {
    let index = Int(count) % Self.limit
    count &+= 1
    let node = node ?? .refusal(number: count)
    if index == latest.count { latest.append((node, refusal)) } else { latest[index] = (node, refusal) }
    return node
  }

  /// Those that were noted for a node, in no particular order.
  func all(at node: NodeKey) -> [Refusal] { latest.filter { $0.node == node }.map(\.refusal) }
}

extension NodeKey {
  /// The key of an action whose only effect was refused, and which has no node.
  static func refusal(number: UInt32) -> NodeKey { NodeKey(index: .max, generation: max(1, number)) }

  /// Whether it is such a key: no node has this index.
  var isOfRefusal: Bool { index == .max }
}

extension EffectTable {
  /// Notes the refusal of an effect at the node of its action; without one, returns a key for the handle.
  @discardableResult
  func noteRefusal(_ refusal: Refusal, at node: NodeKey? = nil) -> NodeKey {
    refusals.withLock { $0.add(refusal, at: node) }
  }

  /// The refusals of an action's effects, each as a clause.
  func refusals(at node: NodeKey) -> [String] {
    guard !node.isNone else { return [] }
    return refusals.withLock { $0.all(at: node) }.map { refusal in
      let subject = refusal.id.flatMap { $0.isOwner ? nil : "the effect '\($0)'" } ?? "an effect"
      return "\(subject) was refused, as \(refusal.reason.words)"
    }
  }
}
