import StoreScoping
import StoreTesting
import Testing
import _StoreTestSupport

/// The ids of children: which appear and depart, and at what cost.
@Suite struct ChildOrderTests {
  /// An id that counts how often ids are hashed.
  private struct ID: Hashable {
    let number: Int
    let hashes: Counter

    func hash(into hasher: inout Hasher) {
      hashes.add()
      hasher.combine(number)
    }

    static func == (lhs: ID, rhs: ID) -> Bool { lhs.number == rhs.number }
  }

  @Test(arguments: [0, 500, 1_000])
  func `an id that is inserted or removed is hashed, and the others are not`(place: Int) {
    let hashes = Counter()
    var ids = (0..<1_000).map { ID(number: $0, hashes: hashes) }
    var order = ChildOrder<ID>()
    _ = order.change(to: ids, selectsAll: false)
    let before = hashes.value
    ids.insert(ID(number: -1, hashes: hashes), at: place)
    let (departed, places) = order.change(to: ids, selectsAll: false)
    #expect(departed.isEmpty && places == place..<place + 1)
    ids.remove(at: place)
    #expect(order.change(to: ids, selectsAll: false).departed.map(\.number) == [-1])
    #expect(order.ids == ids)
    // A table may grow meanwhile.
    #expect(hashes.value - before <= 10 + 1_000)
    let grown = hashes.value
    ids.insert(ID(number: -1, hashes: hashes), at: place)
    _ = order.change(to: ids, selectsAll: false)
    #expect(hashes.value - grown <= 10)
  }

  @Test func `changes of random ids, some of which repeat, are those of sets`() {
    var random = SplitMix64(seed: 7)
    var order = ChildOrder<Int>()
    var former: [Int] = []
    for _ in 0..<2_000 {
      var ids = former
      switch Int.random(in: 0..<4, using: &random) {
      case 0: ids.shuffle(using: &random)
      case 1: ids = (0..<Int.random(in: 0..<8, using: &random)).map { _ in Int.random(in: 0..<10, using: &random) }
      case 2 where !ids.isEmpty: ids.remove(at: Int.random(in: 0..<ids.count, using: &random))
      default: ids.insert(Int.random(in: 0..<10, using: &random), at: Int.random(in: 0...ids.count, using: &random))
      }
      let (departed, places) = order.change(to: ids, selectsAll: false)
      #expect(order.ids == ids)
      #expect(Set(departed) == Set(former).subtracting(ids) && departed.count == Set(departed).count)
      #expect(Set(ids).subtracting(former).isSubset(of: places.map { ids[$0] }))
      #expect((order.duplicateID == nil) == (Set(ids).count == ids.count))
      former = ids
    }
  }
}
