#if Exhaustive
import Testing

@testable import StoreCore

@Suite struct SlabTests {
  @Test func `a value is found by its key until it is removed`() {
    var slab = Slab<String, KeySpace.Runs>()
    let first = slab.insert("a")
    let second = slab.insert("b")
    slab.update(first) { $0 += "!" }
    #expect(slab[first] == "a!" && slab[second] == "b")
    #expect(slab.keys == [first, second])
    slab.remove(first)
    #expect(slab[first] == nil && !slab.contains(first))
    #expect(slab.keys == [second] && slab.count == 1)
  }

  @Test func `a key matches nothing once its slot is reused`() {
    var slab = Slab<String, KeySpace.Runs>()
    let stale = slab.insert("a")
    slab.remove(stale)
    let key = slab.insert("b")
    #expect(key.index == stale.index && key != stale)
    slab.update(stale) { $0 += "!" }
    slab.remove(stale)
    #expect(slab[stale] == nil)
    #expect(slab[key] == "b" && slab.count == 1)
  }

  @Test func `only the first removal of a value takes it out`() {
    var slab = Slab<String, KeySpace.Draining>()
    let key = slab.insert("a")
    let removals = [slab.remove(.none), slab.remove(key), slab.remove(key)]
    #expect(removals == [nil, "a", nil])
    _ = slab.insert("b")
    let late = slab.remove(key)
    #expect(late == nil && slab.values == ["b"])
  }

  @Test func `the empty key matches nothing`() {
    var slab = Slab<String, KeySpace.Runs>()
    #expect(RunKey.none.isNone)
    #expect(slab[.none] == nil)
    slab.remove(.none)
    let key = slab.insert("a")
    #expect(slab[.none] == nil && !slab.contains(.none) && !key.isNone)
  }
}
#endif
