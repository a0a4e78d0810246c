import Logging
import StoreCore
import Testing
import _StoreTestSupport

/// The handler of the whole process.
///
/// Each test sets and removes it within one turn of the main actor, so that it gets no issue of another test's store in
/// the same process.
@MainActor
@Suite(.serialized) struct RuntimeIssueHandlerTests {
  private let issues = IssueLog()
  private let log = RecordedLog()
  private let site = CallSite(fileID: "App/Search.swift", filePath: "/app/Search.swift", line: 12, column: 3)

  private func store(onIssue: (@Sendable (RuntimeIssue) -> Void)? = nil) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(name: "search", logger: log.logger, onIssue: onIssue))
  }

  private func report(_ store: ScriptStore<String>, _ message: String = "It went wrong.", at site: CallSite? = nil) {
    store.runtime.report(.other, message, at: site)
  }

  @Test func `what an engine reports outside of a handler is delivered at once, and not at the next send`() {
    let store = store(onIssue: { [issues] in issues.record($0) })
    store.send("before")
    store.runtime.report(.other, "A cable was pulled.")
    #expect(issues.all.map(\.message) == ["A cable was pulled."])
    #expect(issues.all.first?.location == nil)
    store.send("behind")
    #expect(issues.all.count == 1)
  }

  @Test func `what is reported in a change from outside does not have the place of an earlier send`() {
    let store = store(onIssue: { [issues] in issues.record($0) })
    store.send("before")
    store.runtime.performOutsideHandler { store.runtime.report(.other, "A cable was pulled.") }
    #expect(issues.all.count == 1)
    #expect(issues.all.first?.location == nil)
  }

  private func withHandler(_ body: () -> Void) {
    let issues = issues
    RuntimeIssueHandler.set { issues.record($0) }
    defer { RuntimeIssueHandler.set(nil) }
    body()
  }

  @Test func `the handler gets the issues of stores without one, and nothing is logged`() {
    let stores = [store(), store()]
    withHandler {
      report(stores[0], "First.", at: site)
      report(stores[1], "Second.")
    }
    #expect(issues.all.map(\.message) == ["First.", "Second."])
    #expect(issues.all.map(\.location) == [site, nil])
    #expect(issues.all[0].store != issues.all[1].store)
    #expect(log.entries.isEmpty)
  }

  @Test func `a handler works the same after any number of issues`() async {
    // In a process of its own: each issue once cost more than the one before, and in the end exhausted the stack.
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let store = ScriptStore<String>()
        let count = Counter()
        RuntimeIssueHandler.set { _ in count.add() }
        for _ in 0..<50_000 { store.runtime.report(.other, "It went wrong.", at: nil) }
        #expect(count.value == 50_000)
      }
    }
  }

  @Test func `a store with a handler of its own keeps its issues`() {
    let own = IssueLog()
    let store = store { own.record($0) }
    withHandler { report(store) }
    #expect(own.all.count == 1)
    #expect(issues.all.isEmpty)
  }

  @Test func `a handler replaces the one before`() {
    let first = IssueLog()
    let store = store()
    RuntimeIssueHandler.set { first.record($0) }
    report(store, "First.")
    withHandler { report(store, "Second.") }
    #expect(first.all.map(\.message) == ["First."])
    #expect(issues.all.map(\.message) == ["Second."])
  }

  @Test func `without a handler issues are logged as errors again`() throws {
    let store = store()
    withHandler { report(store) }
    report(store, "It went wrong again.", at: site)
    #expect(issues.all.count == 1)
    let entry = try #require(log.entries.first)
    #expect(log.entries.count == 1)
    #expect(entry.level == .error)
    #expect(entry.message == "It went wrong again.")
    #expect(entry.metadata == ["store": "search", "place": "App/Search.swift:12"])
    #expect(entry.file == "App/Search.swift")
    #expect(entry.line == 12)
  }

  @Test func `an issue is described with its store and, if known, its place`() {
    let store = store()
    withHandler {
      report(store, at: site)
      report(store)
    }
    #expect(
      issues.all.map(\.description) == ["[search, App/Search.swift:12] It went wrong.", "[search] It went wrong."]
    )
  }
}
