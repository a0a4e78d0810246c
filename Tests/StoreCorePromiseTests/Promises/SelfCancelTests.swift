import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Programs that cancel their own name.
@MainActor
@Suite struct SelfCancelTests {
  private typealias Program = EffectProgram<String>

  private struct Broken: Error {}

  private let executor = TestExecutor()
  private let issues = IssueLog()

  private func states(of program: Program) async -> [String] {
    let store = ScriptStore(
      options: StoreOptions(executor: executor, clock: TestClock(executor: executor), onIssue: issues.record)
    ) { (action: String) -> Program in action == "start" ? program : .none }
    store.send("start")
    await store.settle()
    return store.state
  }

  @Test func `a cancel of a program's own name before other parts is reported, and ends them`() async throws {
    let work = Program.sequence([.emit("one"), .emit("two")])
    let programs = [
      Program.sequence([.cancel(.id("k")), work]).cancellable(id: "k"),
      Program.merge([.cancel(.ids(["other", "k"])), work]).cancellable(id: "k"),
      Program.sequence([.cancel(.id("k")), work]).cancellable(id: "k").scoped(to: "child"),
      Program.sequence([.cancel(.id("k")), .merge([work, .emit("three")])]).cancellable(id: "in").cancellable(id: "k"),
      Program.sequence([.task { throw Broken() }, .emit("never")])
        .catch { _ in .sequence([.cancel(.id("k")), .emit("answered")]) }.cancellable(id: "k"),
      Program.sequence([.cancel(.all), work]).cancellable(id: "k"),
      Program.sequence([.cancel(.matching { $0 == "k" }), work]).cancellable(id: "k"),
      Program.sequence([.cancel(.all), work]).throttle(id: "k", for: .seconds(1)),
      Program.sequence([.cancel(.all), work]).cancellable(id: "in").cancellable(id: "k"),
      Program.sequence([.cancel(.all), work]).cancellable(id: "k").scoped(to: "child"),
    ]
    for program in programs { #expect(await states(of: program) == ["start"]) }
    #expect(issues.all.count == programs.count)
    let issue = try #require(issues.all.first)
    let names = issues.all.map { if case .selfCancel(let id) = $0.kind { "\(id)" } else { "another kind" } }
    #expect(names == ["k", "k", "child/k", "k", "k", "k", "k", "k", "k", "child/k"])
    #expect(issue.location != nil)
    #expect(
      issue.message == """
        A program cancelled its own name, 'k': what comes after that is dropped.

        A cancel ends all that it selects, the named program that it is part of included.

        Put it before the named program, or leave it out if the program is meant to replace the running one of its name.
        """
    )
  }

  @Test func `a cancel that is intended is not reported`() async {
    let programs = [
      // Before the named program.
      Program.sequence([.cancel(.id("k")), Program.sequence([.emit("one"), .emit("two")]).cancellable(id: "k")]),
      // At the end.
      Program.sequence([.emit("one"), .emit("two"), .cancel(.id("k"))]).cancellable(id: "k"),
      // Only after an error.
      Program.sequence([Program.task { throw Broken() }.catch { _ in .cancel(.id("k")) }, .emit("never")])
        .cancellable(id: "k"),
      // Whichever is first ends the other.
      Program.merge([
        .sequence([.emit("one"), .emit("two"), .cancel(.id("k"))]),
        .run { _ in try await untilCancelled() },
      ]).cancellable(id: "k"),
      // All, by a program without a name.
      Program.sequence([.cancel(.all), .emit("one"), .emit("two")]),
      // In a scope to which the named program does not belong.
      Program.sequence([Program.cancel(.all).scoped(to: "child"), .emit("one"), .emit("two")]).cancellable(id: "k"),
      // Another name.
      Program.sequence([.cancel(.id("other")), .emit("one"), .emit("two")]).cancellable(id: "k"),
    ]
    var all: [[String]] = []
    for program in programs { all.append(await states(of: program)) }
    #expect(issues.all.isEmpty)
    let both = ["start", "one", "two"]
    #expect(all == [both, both, ["start"], both, both, both, both])
  }
}
