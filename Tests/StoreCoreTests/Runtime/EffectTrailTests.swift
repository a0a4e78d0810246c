import StoreCore
import Testing

@Suite struct EffectTrailTests {
  @Test func `a trail has its actions, the oldest first`() {
    let first = EffectTrail("first", after: nil)
    let third = EffectTrail("third", after: EffectTrail("second", after: first))
    #expect(first.actions as? [String] == ["first"])
    #expect(third.actions as? [String] == ["first", "second", "third"])
  }

  @Test func `trails that part share what came before`() {
    let start = EffectTrail("start", after: nil)
    let one = EffectTrail("one", after: start)
    let other = EffectTrail("other", after: start)
    #expect(one.actions as? [String] == ["start", "one"])
    #expect(other.actions as? [String] == ["start", "other"])
  }
}
