import Testing

@testable import StoreCore

@Suite struct RunTreeTests {
  @Test(arguments: 0..<3)
  func `a moved node has left its former siblings, and is the last of its new ones`(moved: Int) {
    var tree = RunTree<Int, KeySpace.Actions>()
    let (from, to) = (tree.add(0, below: .none), tree.add(1, below: .none))
    let children = (0..<3).map { tree.add($0, below: from) }
    let there = tree.add(3, below: to)
    tree.move(children[moved], below: to)
    let left = children.filter { $0 != children[moved] }
    #expect(tree.children(of: from) == left)
    #expect(tree.children(of: to) == [there, children[moved]])
    #expect(tree.parent(of: children[moved]) == to)
    tree.remove(children[moved])
    #expect(tree.children(of: from) == left && tree.children(of: to) == [there])
  }
}
