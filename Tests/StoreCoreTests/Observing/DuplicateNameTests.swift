import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Effects of one name that one program launches at once, which debug builds report.
@MainActor
@Suite struct DuplicateNameTests {
  private let executor = TestExecutor()
  private let issues = IssueLog()

  private func effect(_ id: EffectID?, _ policy: LaunchPolicy = .replace) -> EffectProgram<String> {
    .run(EffectOptions(id: id, policy: policy)) { _ in try await untilCancelled() }
  }

  /// Two effects, one after the other, of one name.
  private func group(_ id: EffectID, cancelInFlight: Bool? = nil) -> EffectProgram<String> {
    let pair = EffectProgram.sequence([effect(nil), effect(nil)])
    return cancelInFlight.map { pair.cancellable(id: id, cancelInFlight: $0) } ?? pair.cancellable(id: id)
  }

  private func store(_ script: @escaping @MainActor (String) -> EffectProgram<String>) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(executor: executor, onIssue: issues.record), script: script)
  }

  /// Programs that launch two effects of one name at once.
  @Test(arguments: [
    "merge", "sequence in a merge", "merge in a merge", "debounce", "scope", "group", "groups", "effect and group",
    "further name", "further name of a group",
  ])
  func `two effects of one name in one merge are reported, with the place of the send`(kind: String) async throws {
    let store = store { _ in
      let pair = EffectProgram.merge([effect("load"), effect("load")])
      return switch kind {
      case "merge": pair
      case "sequence in a merge":
        .merge([.sequence([effect("load"), effect("after")]), effect("other"), effect("load")])
      case "merge in a merge": .merge([.merge([effect("a"), effect("load")]), .merge([effect("load"), effect("b")])])
      case "debounce":
        .merge([
          effect(nil).debounce(id: "load", for: .seconds(1)), effect(nil).debounce(id: "load", for: .seconds(1)),
        ])
      case "scope": pair.scoped(to: EffectScope("child"))
      case "groups": .merge([group("load"), group("load")])
      case "further name": .merge([effect("load"), effect("other").cancellable(id: "load")])
      case "further name of a group":
        .merge([effect("load"), group("other").cancellable(id: "load")])
      case "effect and group": .merge([effect("load"), group("load")])
      default: pair.cancellable(id: "all")
      }
    }
    let line = UInt(#line) + 1
    store.send("start")
    guard isDebugBuild else { return }
    let issue = try #require(issues.all.first)
    #expect(issues.all.count == 1)
    guard case .duplicateName(let id) = issue.kind else { return #expect(Bool(false), "\(issue)") }
    let name: EffectID = kind == "scope" ? EffectID("load").scoped(to: "child") : "load"
    #expect(id == name)
    #expect(issue.location?.line == line)
    #expect(
      issue.message == """
        Two effects that were launched together have the name '\(name)' of the action start: the second has replaced the \
        first.

        An effect replaces the running one of its name, unless its policy says otherwise, and parts of a merge run side \
        by side.

        Give each a name of its own, have them follow each other in a sequence, or use another policy, such as \
        '.concurrent'.
        """
    )
    store.cancel(.all)
    await store.settle()
  }

  /// Programs that are intended: none of these is reported.
  @Test(arguments: [
    "again", "sequence", "concurrent", "keep", "newest", "names", "nameless", "scopes", "emitted", "later",
    "cancel between", "groups beside each other", "nested groups", "groups in turn", "newest groups",
  ])
  func `effects that replace each other on purpose are not reported`(kind: String) async {
    let store = store { action in
      switch (kind, action) {
      case ("again", _): return effect("load")
      case ("sequence", _):
        return .sequence([.run(EffectOptions(id: "load")) { _ in }, .run(EffectOptions(id: "load")) { _ in }])
      case ("concurrent", _): return .merge([effect("load", .concurrent), effect("load", .concurrent)])
      case ("keep", _): return .merge([effect("load", .keepRunning), effect("load", .keepRunning)])
      case ("newest", _):
        return .merge([effect("load", .atMost(1, .newestWins)), effect("load", .atMost(1, .newestWins))])
      case ("names", _): return .merge([effect("load"), effect("save")])
      case ("nameless", _): return .merge([effect(nil), effect(nil)])
      case ("scopes", _):
        return .merge([effect("load").scoped(to: EffectScope(1)), effect("load").scoped(to: EffectScope(2))])
      case ("emitted", "start"): return .merge([effect("load"), .emit("other")])
      case ("emitted", _): return .merge([effect("load")])
      case ("later", "start"):
        // The second begins once another one has ended: it replaces the first on purpose.
        return .merge([effect("load"), .sequence([.run(EffectOptions(id: "first")) { _ in }, effect("load")])])
      case ("cancel between", _):
        return .merge([effect("load"), .cancel(.id("load")), effect("load")])
      case ("groups beside each other", _):
        return .merge([group("load", cancelInFlight: false), group("load", cancelInFlight: false)])
      case ("newest groups", _):
        let newest = group("load", cancelInFlight: false).policy(.atMost(1, .newestWins))
        return .merge([newest, newest])
      case ("nested groups", _): return .merge([group("load").cancellable(id: "load"), effect("other")])
      case ("groups in turn", "start"): return .merge([group("load"), .emit("again")])
      case ("groups in turn", _): return .merge([group("load"), effect("other")])
      default: return .none
      }
    }
    store.send("start")
    store.send("start")
    await store.settle()
    #expect(issues.all.map(\.message) == [])
    store.cancel(.all)
    await store.settle()
  }

  @Test func `a part of a merge that begins after another one has ended replaces a third one without a report`() async {
    let store = store { _ in
      .merge([effect("load"), .sequence([.run(EffectOptions(id: "first")) { _ in }, effect("load")])])
    }
    store.send("start")
    await store.settle()
    #expect(store.runningTaskCount == 1)
    #expect(issues.all.map(\.message) == [])
    store.cancel(.all)
    await store.settle()
  }
}
