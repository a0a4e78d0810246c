import StoreCore
import Testing
import _StoreTestSupport

@MainActor
@Suite struct StoreIdentityTests {
  /// The identity of a new store, taken from its events.
  private func identity(name: String?) throws -> StoreIdentity {
    let events = RecordedEvents()
    let store = ScriptStore(String.self, options: StoreOptions(name: name, observers: [events]))
    store.send("any")
    return try #require(events.all.first).store
  }

  @Test func `stores with the same name are distinguished by their numbers`() throws {
    let first = try identity(name: "search")
    let second = try identity(name: "search")
    #expect(first != second)
    #expect(first.number < second.number)
    #expect([first.name, second.name] == ["search", "search"])
  }

  @Test func `a store is described by its name, or by its number`() throws {
    #expect(try identity(name: "search").description == "search")
    let nameless = try identity(name: nil)
    #expect(nameless.name == nil)
    #expect(nameless.description == "store \(nameless.number)")
  }

  @Test func `a store has the same identity in its events and its issues`() throws {
    let events = RecordedEvents()
    let issues = IssueLog()
    let options = StoreOptions(observers: [events], onIssue: { issues.record($0) })
    let store = ScriptStore(String.self, options: options)
    store.send("any")
    store.runtime.report(.other, "It went wrong.", at: nil)
    #expect(events.all.map(\.store) == [issues.all[0].store, issues.all[0].store])
  }
}
