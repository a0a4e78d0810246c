import StoreCore
import Testing

@Suite struct LinkedIndicesTests {
  @Test func `a new list is empty`() {
    let links = LinkedIndices()
    let list = LinkedIndices.List()
    #expect(list.isEmpty)
    #expect(links.indices(of: list).isEmpty)
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `members can be removed in any order`(order: [Int]) {
    var links = LinkedIndices()
    var list = LinkedIndices.List()
    var expected = [7, 3, 5]
    for index in expected {
      links.append(index, to: &list)
    }
    for index in order.map({ [7, 3, 5][$0] }) {
      links.remove(index, from: &list)
      expected.removeAll { $0 == index }
      #expect(links.indices(of: list) == expected)
      #expect(list.isEmpty == expected.isEmpty)
    }
  }

  @Test func `an index that was removed can be added again, to another list too`() {
    var links = LinkedIndices()
    var first = LinkedIndices.List()
    var second = LinkedIndices.List()
    links.append(1, to: &first)
    links.append(2, to: &first)
    links.append(3, to: &second)
    links.remove(1, from: &first)
    links.append(1, to: &second)
    #expect(links.indices(of: first) == [2])
    #expect(links.indices(of: second) == [3, 1])
  }

  @Test(arguments: 0..<40)
  func `lists keep their members in order, as arrays would`(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    var links = LinkedIndices()
    var lists = [LinkedIndices.List](repeating: LinkedIndices.List(), count: 3)
    var arrays = [[Int]](repeating: [], count: 3)
    for step in 0..<400 {
      let index = random.number(below: 24)
      if random.number(below: 20) == 0 {
        // As when all of a name are cancelled: nobody goes through the links.
        lists[0] = LinkedIndices.List()
        arrays[0] = []
      } else if let owner = arrays.firstIndex(where: { $0.contains(index) }) {
        links.remove(index, from: &lists[owner])
        arrays[owner].removeAll { $0 == index }
      } else {
        let owner = random.number(below: 3)
        links.append(index, to: &lists[owner])
        arrays[owner].append(index)
      }
      try #require(lists.map { links.indices(of: $0) } == arrays, "step \(step)")
      try #require(lists.map(\.isEmpty) == arrays.map(\.isEmpty), "step \(step)")
      for array in arrays {
        try #require(zip(array, array.dropFirst()).allSatisfy { links.next(after: $0) == $1 }, "step \(step)")
        try #require(array.last.map { links.next(after: $0) < 0 } ?? true, "step \(step)")
      }
    }
  }
}
