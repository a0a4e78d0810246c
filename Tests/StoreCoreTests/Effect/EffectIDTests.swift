import StoreCore
import Testing

@Suite struct EffectIDTests {
  private enum Screen: Hashable, Sendable {
    case search
    case user(Int)
  }

  @Test func `a literal equals the name made from the string`() {
    let literal: EffectID = "search"
    #expect(literal == EffectID("search"))
    let number: EffectID = 1
    #expect(number == EffectID(1))
  }

  @Test func `names of different types are different`() {
    let names: [EffectID] = [
      EffectID(1), EffectID("1"), EffectID(1.0), EffectID(UInt8(1)), EffectID(Substring("1")), EffectID(Screen.user(1)),
      EffectID(Int?.none), EffectID(String?.none),
    ]
    #expect(Set(names).count == names.count)
    for (index, name) in names.enumerated() {
      #expect(names.firstIndex(of: name) == index)
    }
  }

  @Test func `equal values of one type are one name`() {
    #expect(EffectID(Screen.user(7)) == EffectID(Screen.user(7)))
    #expect(EffectID(Screen.user(7)) != EffectID(Screen.user(8)))
    #expect(EffectID(Screen.search).hashValue == EffectID(Screen.search).hashValue)
  }

  @Test func `a name made from a name equals that name`() {
    let name = EffectID(Screen.search)
    #expect(EffectID(name) == name)
    #expect(EffectID(EffectID("search")) == "search")
  }

  @Test func `an optional stands for its wrapped value`() {
    #expect(EffectID(Optional(1)) == 1)
    #expect(EffectID(Optional("1")) == "1")
    #expect(EffectID(Optional(Screen.search)) == EffectID(Screen.search))
    #expect(EffectID(Optional(Screen.search)).hashValue == EffectID(Screen.search).hashValue)
    #expect(EffectID(Optional(Optional(EffectID("1")))) == "1")
    #expect(EffectID(Optional(Screen.user(3))).value(as: Screen.self) == .user(3))
    #expect(EffectID(Int??.some(nil)) == EffectID(Int?.none))
    #expect(EffectID("load").scoped(to: Optional(7)) == EffectID("load").scoped(to: 7))
  }

  @Test func `a scoped name equals no other name`() {
    let name: EffectID = "load"
    #expect(name.scoped(to: 1) == name.scoped(to: 1))
    #expect(name.scoped(to: 1) != name.scoped(to: 2))
    #expect(name.scoped(to: 1) != name.scoped(to: "1"))
    #expect(name.scoped(to: 1) != name)
    #expect(name.scoped(to: 1).scoped(to: 2) != name.scoped(to: 2).scoped(to: 1))
    #expect(name.scoped(to: 1).scoped(to: 2) == name.scoped(to: EffectScope(2).appending(1)))
    #expect(name.scoped(to: 1).scoped(to: 2).hashValue == name.scoped(to: EffectScope(2).appending(1)).hashValue)
  }

  @Test func `a name gives back the value that it was made from`() {
    #expect(EffectID("search").value(as: String.self) == "search")
    #expect(EffectID(3).value(as: Int.self) == 3)
    #expect(EffectID(Screen.user(1)).value(as: Screen.self) == .user(1))
    #expect(EffectID(3).value(as: String.self) == nil)
    #expect(EffectID(3).value(as: Int?.self) == .some(3))
    #expect(EffectID(3).value(as: Int??.self) == .some(.some(3)))
    #expect(EffectID("3").value(as: Int?.self) == nil)
    #expect(EffectID(Optional(Screen.user(3))).value(as: Screen?.self) == .some(.user(3)))
    #expect(EffectID(Int?.none).value(as: Int?.self) == .some(nil))
    #expect(EffectID(Int?.none).value(as: Int.self) == nil)
    #expect(EffectID(3).scoped(to: 1).value(as: Int.self) == nil)
  }

  @Test func `a name is described by its value`() {
    #expect("\(EffectID("search"))" == "search")
    #expect("\(EffectID(3))" == "3")
    #expect("\(EffectID(Screen.user(1)))" == "user(1)")
    #expect("\(EffectID("load").scoped(to: "row"))" == "row/load")
  }
}
