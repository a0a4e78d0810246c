import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Cancels of a name that nothing has, while an effect runs that was probably meant.
@MainActor
@Suite(.enabled(if: isDebugBuild)) struct UnmatchedCancelTests {
  private typealias Program = EffectProgram<String>

  private enum Name: Hashable {
    case load
  }

  private enum Other: Hashable {
    case load
  }

  private let issues = IssueLog()

  private func store(_ programs: [String: EffectProgram<String>] = [:]) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(onIssue: issues.record)) { programs[$0] ?? .none }
  }

  private static func waits(_ id: some Hashable & Sendable) -> EffectProgram<String> {
    .run(id: id) { _ in try await untilCancelled() }
  }

  private var found: [[String]] {
    issues.all.map { issue in
      guard case .unmatchedCancel(let name, let running) = issue.kind else { return ["\(issue.kind)"] }
      return ["\(name)", "\(running)"]
    }
  }

  @Test func `a cancel of a name that looks like that of an effect is reported at its line`() {
    let store = store()
    store.launch(Self.waits("1"))
    let line = UInt(#line) + 1
    store.cancel(id: 1)
    #expect(store.isTaskRunning(id: "1"))
    #expect(issues.all.map(\.location?.line) == [line])
    #expect(issues.all.first?.location?.fileID.description == #fileID)
    #expect(
      issues.all.first?.message == """
        A cancel of the name '1', a value of 'Int', found nothing, while an effect runs whose name '1' is of 'String'.

        Names are compared by type and value: these two only look the same, and no effect of the store has had the first.

        Cancel by a value of the type that the effect was named with.
        """
    )
  }

  @Test func `a case of an enumeration and a string look the same, in both directions`() {
    let store = store()
    store.launch(Self.waits(Name.load))
    store.cancel(ids: ["other", "load"])
    #expect(found == [["load", "load"]])
    store.cancel(.all)
    store.launch(.sequence([Self.waits("title"), Self.waits("title")]).cancellable(id: "load"))
    store.cancel(.id(Name.load))
    // It is a name that the store knows.
    #expect(found.count == 1)
    store.launch(.sequence([Self.waits("body"), .emit("never")]).cancellable(id: "save"))
    store.cancel(.ids([EffectID(NameOfSave.save)]))
    #expect(found.last == ["save", "save"])
    store.cancel(.all)
  }

  private enum NameOfSave: Hashable {
    case save
  }

  @Test func `a cancel in a program is reported at the place of the send, once`() {
    let store = store(["cancel": .cancel(id: 1)])
    store.launch(Self.waits("1"))
    let line = UInt(#line) + 1
    store.send("cancel")
    store.send("cancel")
    #expect(issues.all.map(\.location?.line) == [line])
    #expect(found == [["1", "1"]])
  }

  @Test func `a cancel of a name that only a scope inside has is reported`() {
    let row = EffectScope("rows").appending(7)
    let store = store(["in rows": .cancel(id: "load").scoped(to: "rows")])
    store.launch(Self.waits("load").scoped(to: row))
    store.cancel(id: "load")
    store.send("in rows")
    #expect(found == [["load", "rows/7/load"], ["rows/load", "rows/7/load"]])
    #expect(
      issues.all.first?.message == """
        A cancel of the name 'load' found nothing, while an effect of that name runs in the scope 'rows/7'.

        A cancel selects names of the scope that it is made in, and no effect there has had this one: those of a child are \
        its own.

        Let the child cancel it, select the scope by '.cancel(.scope(_:))', or move the name into it by \
        'EffectID.scoped(to:)'.
        """
    )
    #expect(store.runningTaskCount == 1)
    store.cancel(id: EffectID("load").scoped(to: row))
    #expect(store.runningTaskCount == 0)
    #expect(found.count == 2)
  }

  @Test func `a cancel of a name that an effect has had is none of these mistakes`() async {
    let store = store(["load": .sequence([.cancel(id: "load"), .emit("first"), Self.waits("load")])])
    store.launch(Self.waits("load").scoped(to: "child"))
    store.launch(Self.waits(Name.load))
    // Before there is one, in the turn in which it begins.
    store.send("load")
    store.cancel(id: "load")
    store.cancel(id: "load")
    #expect(issues.all.isEmpty)
    store.cancel(.all)
  }

  @Test func `names of two types of ids, of scopes beside, and of a parent are not confused`() {
    let store = store(["in a": .cancel(id: "load").scoped(to: "a")])
    store.launch(.merge([Self.waits(Name.load), Self.waits("load").scoped(to: "b"), Self.waits("2")]))
    store.cancel(id: Other.load)
    store.send("in a")
    store.cancel(id: "1")
    store.cancel(id: 3)
    store.cancel(.matching { $0 == "load" })
    store.cancel(.scope("1"))
    #expect(issues.all.isEmpty)
    store.cancel(.all)
  }
}
