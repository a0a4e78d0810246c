import Testing

@testable import StoreInspector

/// Which connections may go on waiting.
@Suite struct WaitListTests {
  @Test func `of too many the oldest gives way`() {
    var list = WaitList<String>(limit: 2)
    #expect(list.add("a").oldest == nil)
    #expect(list.add("b").oldest == nil)
    #expect(list.add("c").oldest == "a")
    #expect(list.add("d").oldest == "b")
    #expect(list.count == 2)
  }

  @Test func `one that is over makes room`() {
    var list = WaitList<String>(limit: 2)
    let first = list.add("a").id
    _ = list.add("b")
    list.remove(first)
    list.remove(first)
    #expect(list.count == 1)
    #expect(list.add("c").oldest == nil)
    #expect(list.add("d").oldest == "b")
  }
}
