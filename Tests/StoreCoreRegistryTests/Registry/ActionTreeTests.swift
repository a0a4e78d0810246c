#if Exhaustive
import Testing

@testable import StoreCore

@Suite struct ActionTreeTests {
  // MARK: Settling

  @Test func `a node is settled and removed when its last unit is released`() {
    let tree = SampleTree()
    let node = tree.open()
    tree.retain(node)
    tree.wait("own", for: node, .own)
    tree.wait("tree", for: node, .tree)
    #expect(tree.release(node) == [])
    #expect(!tree.isSettled(node, .own))
    #expect(tree.release(node) == ["own", "tree"])
    #expect(tree.isSettled(node, .own) && tree.isSettled(node, .tree))
    #expect(tree.count == 0)
  }

  @Test func `a tree waits for all below it, a node only for itself`() {
    let tree = SampleTree()
    let root = tree.open()
    let child = tree.open(parent: root)
    let grandchild = tree.open(parent: child)
    tree.wait("own", for: root, .own)
    tree.wait("tree", for: root, .tree)
    #expect(tree.release(root) == ["own"])
    #expect(tree.release(child) == [])
    #expect(!tree.isSettled(root, .tree))
    #expect(tree.release(grandchild) == ["tree"])
    #expect(tree.count == 0)
  }

  @Test func `streams and uncounted children hold back the node and not the tree`() {
    let tree = SampleTree()
    let root = tree.open()
    tree.retain(root, isStream: true)
    let child = tree.open(parent: root, isCounted: false)
    tree.wait("own", for: root, .own)
    tree.wait("tree", for: root, .tree)
    #expect(tree.release(root) == ["tree"])
    #expect(tree.release(child) == [])
    #expect(tree.release(root, isStream: true) == ["own"])
  }

  @Test func `a tree does not wait for a node whose only unit is a stream`() {
    let tree = SampleTree()
    let root = tree.open()
    let stream = tree.open(parent: root, isStream: true)
    #expect(tree.isSettled(stream, .tree))
    #expect(!tree.isSettled(stream, .own))
    tree.wait("tree", for: root, .tree)
    #expect(tree.release(root) == ["tree"])
  }

  @Test func `a node waits for its parts, and for what is below them, as if their units were its own`() {
    var tree = ActionTree<String>()
    let root = tree.open(parent: .none, isCounted: false)
    let part = tree.open(partOf: root)
    let inner = tree.open(partOf: part)
    tree.retain(inner, isStream: true)
    let child = tree.open(parent: inner, isCounted: true)
    tree.addWaiter("own", to: root, scope: .own)
    tree.addWaiter("tree", to: root, scope: .tree)
    func release(_ key: NodeKey, isStream: Bool = false) -> [String] {
      var finished: [String] = []
      tree.release(key, isStream: isStream, into: &finished)
      return finished
    }
    #expect(release(root) == [])
    #expect(release(part) == [])
    #expect(release(inner) == [])
    #expect(!tree.isSettled(root, scope: .own) && !tree.isSettled(root, scope: .tree))
    #expect(release(child) == ["tree"], "a stream is left")
    tree.retain(inner, isStream: false)
    #expect(release(inner, isStream: true) == [])
    #expect(release(inner) == ["own"])
    #expect(tree.count == 0)
  }

  @Test func `a part is cancelled by itself and with its whole, unless it is spared`() {
    var tree = ActionTree<String>()
    let root = tree.open(parent: .none, isCounted: false)
    let (first, second) = (tree.open(partOf: root), tree.open(partOf: root))
    _ = tree.cancel(first)
    #expect(!tree.isCancelled(root) && tree.isCancelled(first) && !tree.isCancelled(second))
    _ = tree.cancel(root, sparing: second)
    #expect(tree.isCancelled(root) && !tree.isCancelled(second))
    let child = tree.open(parent: second, isCounted: true)
    let late = tree.open(partOf: root)
    #expect(!tree.isCancelled(child) && tree.isCancelled(late))
  }

  @Test func `a tree that has settled does not become unsettled again`() {
    let tree = SampleTree()
    let root = tree.open()
    tree.retain(root, isStream: true)
    tree.release(root)
    let late = tree.open(parent: root)
    #expect(tree.isSettled(root, .tree))
    tree.retain(root)
    #expect(tree.isSettled(root, .tree))
    tree.release(root)
    tree.release(late)
    tree.release(root, isStream: true)
    #expect(tree.count == 0)
  }

  @Test func `children that move up are still waited for if their parent was`() {
    let tree = SampleTree()
    let root = tree.open()
    let counted = tree.open(parent: root)
    let uncounted = tree.open(parent: root, isCounted: false)
    let first = tree.open(parent: counted)
    let second = tree.open(parent: uncounted)
    tree.wait("tree", for: root, .tree)
    for node in [counted, uncounted, root] {
      #expect(tree.release(node) == [])
    }
    #expect(tree.count == 3)
    #expect(tree.release(first) == ["tree"])
    #expect(tree.release(second) == [])
    #expect(tree.count == 0)
  }

  @Test func `a waiter that was removed is not resumed, and others are`() {
    let tree = SampleTree()
    let root = tree.open()
    for waiter in ["a", "b"] {
      tree.wait(waiter + " own", for: root, .own)
      tree.wait(waiter, for: root, .tree)
    }
    tree.removeWaiter("a", of: root)
    tree.removeWaiter("a own", of: root)
    #expect(tree.release(root) == ["b own", "b"])
  }

  @Test func `every waiter is taken once when all are taken, in the order of the nodes`() {
    let tree = SampleTree()
    let root = tree.open()
    let nodes = [root] + (1..<8).map { _ in tree.open(parent: root) }
    for node in nodes { tree.wait("\(node.slot)", for: node, node == root ? .tree : .own) }
    #expect(tree.takeAllWaiters() == ["0", "1", "2", "3", "4", "5", "6", "7"])
    #expect(tree.takeAllWaiters() == [])
    #expect(nodes.reversed().flatMap { tree.release($0) } == [])
  }

  // MARK: Identity

  @Test func `a key matches nothing once its slot is reused`() {
    let tree = SampleTree()
    let stale = tree.open()
    tree.release(stale)
    let node = tree.open()
    #expect(node.index == stale.index)
    tree.release(stale)
    tree.retain(stale)
    tree.wait("lost", for: stale, .own)
    #expect(tree.cancel(stale) == [])
    #expect(!tree.isCancelled(node))
    #expect(tree.isSettled(stale, .own) && tree.isSettled(stale, .tree))
    #expect(!tree.isSettled(node, .own))
    #expect(tree.release(node) == [])
    #expect(tree.count == 0)
  }

  @Test func `a node whose parent was removed is a root`() {
    let tree = SampleTree()
    let gone = tree.open()
    tree.cancel(gone)
    tree.release(gone)
    let node = tree.open(parent: gone)
    #expect(!tree.isCancelled(node))
    let child = tree.open(parent: node)
    tree.release(node)
    #expect(!tree.isSettled(node, .tree))
    tree.release(child)
    #expect(tree.count == 0)
  }

  // MARK: Cancelling

  @Test func `cancelling takes the runs of the node and of all below it, those of parents first`() {
    let tree = SampleTree()
    let root = tree.open()
    let left = tree.open(parent: root, isCounted: false)
    let leftmost = tree.open(parent: left)
    let right = tree.open(parent: root)
    let other = tree.open()
    for (run, node) in [leftmost, right, root, left, other, root].enumerated() {
      tree.link(run, to: node)
    }
    #expect(tree.cancel(left) == [3, 0])
    #expect(!tree.isCancelled(root) && !tree.isCancelled(right))
    #expect(tree.cancel(root) == [2, 5, 3, 0, 1])
    #expect([root, left, leftmost, right].allSatisfy(tree.isCancelled))
    #expect(!tree.isCancelled(other))
  }

  @Test func `what is opened below a cancelled node is cancelled`() {
    let tree = SampleTree()
    let root = tree.open()
    tree.cancel(root)
    #expect(tree.isCancelled(tree.open(parent: root)))
  }

  // MARK: Bounds

  @Test(arguments: [false, true])
  func `an endless chain of actions keeps few nodes`(isCounted: Bool) {
    let tree = SampleTree()
    let root = tree.open()
    tree.wait("tree", for: root, .tree)
    var node = root
    var most = 0
    var resumed: [String] = []
    for _ in 0..<10_000 {
      let next = tree.open(parent: node, isCounted: isCounted)
      resumed += tree.release(node)
      node = next
      most = max(most, tree.count)
    }
    #expect(most <= 3)
    #expect(resumed == (isCounted ? [] : ["tree"]))
    #expect(tree.release(node) == (isCounted ? ["tree"] : []))
    #expect(tree.count == 0)
  }
}

/// A tree behind a reference, so that an expectation can contain a change.
private final class SampleTree {
  private var tree = ActionTree<String>()

  var count: Int { tree.count }

  func open(parent: NodeKey = .none, isCounted: Bool = true, isStream: Bool = false) -> NodeKey {
    tree.open(parent: parent, isCounted: isCounted, isStream: isStream)
  }

  func retain(_ node: NodeKey, isStream: Bool = false) {
    tree.retain(node, isStream: isStream)
  }

  @discardableResult
  func release(_ node: NodeKey, isStream: Bool = false) -> [String] {
    var finished: [String] = []
    tree.release(node, isStream: isStream, into: &finished)
    return finished
  }

  func wait(_ waiter: String, for node: NodeKey, _ scope: ActionTree<String>.Scope) {
    tree.addWaiter(waiter, to: node, scope: scope)
  }

  func removeWaiter(_ waiter: String, of node: NodeKey) {
    tree.remove(waiter, from: node)
  }

  func takeAllWaiters() -> [String] {
    tree.takeAllWaiters()
  }

  func isSettled(_ node: NodeKey, _ scope: ActionTree<String>.Scope) -> Bool {
    tree.isSettled(node, scope: scope)
  }

  func link(_ run: Int, to node: NodeKey) {
    tree.nodes.link(RunKey(index: run, generation: 1), to: node)
  }

  @discardableResult
  func cancel(_ node: NodeKey) -> [Int] {
    tree.cancel(node).map(\.slot)
  }

  func isCancelled(_ node: NodeKey) -> Bool {
    tree.isCancelled(node)
  }
}
#endif
