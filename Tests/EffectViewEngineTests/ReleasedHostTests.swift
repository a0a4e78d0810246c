import EffectViewEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// Hosts without an owner, which debug builds report.
@MainActor
@Suite struct ReleasedHostTests {
  private let issues = IssueLog()

  private func makeHost() -> Journal<Void> {
    Journal(options: StoreOptions(name: "feed", onIssue: issues.record))
  }

  private var loading: Effect<JournalEvent<Void>, Void> {
    .task(name: "load") { _, _ in try? await untilCancelled() }
  }

  @Test func `a host without an owner is reported, with the place of the send`() throws {
    let line = UInt(#line) + 1
    makeHost().send(.run(loading))
    guard isDebugBuild else { return }
    let issue = try #require(issues.all.first)
    #expect(issues.all.count == 1)
    guard case .storeReleased(let effects) = issue.kind else {
      Issue.record("\(issue)")
      return
    }
    #expect(effects == ["the effect 'load'"])
    #expect(issue.location?.line == line)
  }

  @Test(arguments: ["nothing launched", "read", "subscribed", "counted"])
  func `a host that was used in other ways, or launched nothing, may be released at any time`(look: String) {
    var host: Journal<Void>? = makeHost()
    host?.send(look == "nothing launched" ? .note("other") : .run(loading))
    switch look {
    case "read": #expect(host?.state == [])
    case "subscribed": host?.subscribe { _ in }
    case "counted": #expect(host?.runningTaskCount == 1)
    default: break
    }
    host = nil
    #expect(issues.all.isEmpty)
  }

  @Test func `a host that outlives the turn may be released at any time`() async {
    var host: Journal<Void>? = makeHost()
    host?.send(.run(loading))
    await Task.detached { @MainActor in }.value
    host = nil
    #expect(issues.all.isEmpty)
  }
}
