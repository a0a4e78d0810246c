#if Exhaustive
import Testing
import _StoreTestSupport

@testable import StoreCore

@Suite struct LinkedKeysTests {
  private static func key(_ place: Int) -> RunKey { RunKey(index: place, generation: 1) }

  @Test func `a new list is empty`() {
    let links = LinkedKeys<KeySpace.Runs>()
    let list = LinkedKeys<KeySpace.Runs>.List()
    #expect(list.isEmpty)
    #expect(links.keys(of: list).isEmpty)
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `members can be removed in any order`(order: [Int]) {
    var links = LinkedKeys<KeySpace.Runs>()
    var list = LinkedKeys<KeySpace.Runs>.List()
    let keys = [7, 3, 5].map(Self.key)
    var expected = keys
    for key in expected {
      links.append(key, to: &list)
    }
    for key in order.map({ keys[$0] }) {
      links.remove(key, from: &list)
      expected.removeAll { $0 == key }
      #expect(links.keys(of: list) == expected)
      #expect(list.isEmpty == expected.isEmpty)
    }
  }

  @Test(arguments: Rounds.seeds(40))
  func `lists keep their members in order, as arrays do`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    var links = LinkedKeys<KeySpace.Runs>()
    var lists = [LinkedKeys<KeySpace.Runs>.List](repeating: LinkedKeys<KeySpace.Runs>.List(), count: 3)
    var arrays = [[RunKey]](repeating: [], count: 3)
    for step in 0..<400 {
      let key = Self.key(random.number(below: 24))
      if let owner = arrays.firstIndex(where: { $0.contains(key) }) {
        links.remove(key, from: &lists[owner])
        arrays[owner].removeAll { $0 == key }
      } else {
        let owner = random.number(below: 3)
        links.append(key, to: &lists[owner])
        arrays[owner].append(key)
      }
      try #require(lists.map { links.keys(of: $0) } == arrays, "step \(step)")
      try #require(lists.map(\.isEmpty) == arrays.map(\.isEmpty), "step \(step)")
    }
  }
}
#endif
