import ElmEngine
import StoreTesting
import Testing

/// Test stores of scopes whose child departs.
@MainActor
@Suite struct DepartedScopeTests {
  private struct Page: Equatable {
    var note: String?
  }

  private enum PageAction: Equatable {
    case close
    case note(String)
  }

  @Test(arguments: [true, false])
  func `an action for a child that has departed fails its step, and says so`(extracts: Bool) async throws {
    let options = StoreOptions(executor: TestExecutor())
    let page = Store(initialState: Page(note: ""), options: options) { (page: inout Page, action: PageAction) in
      switch action {
      case .close: page.note = nil
      case .note(let text): page.note = text
      }
      return .none
    }
    let scope = try #require(
      extracts
        ? page.scope(\.note, extract: { if case .note(let text) = $0 { text } else { nil } }, action: { .note($0) })
        : page.scope(\.note, action: { .note($0) })
    )
    var line: UInt = 0
    let reports = await reports {
      let store = TestStore(scope, waitLimit: .zero)
      await store.send("a") { $0 = "a" }
      page.send(.close)
      line = #line + 1
      await store.send("b") { $0 = "b" }
      await store.finish()
    }
    let report = reports.last
    #expect(reports.count == (extracts ? 1 : 2))
    #expect(report?.line == line)
    #expect(
      report?.text == """
        Sent 'b', but it was not handled.

        The child of its scope has departed, so that the action was dropped.

        Make a scope and a test store for the new child, or expect the end of this one by '#expect(scope.hasDeparted)'.
        """
    )
  }
}
