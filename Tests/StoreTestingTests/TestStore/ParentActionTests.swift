import ElmEngine
import StoreTesting
import Testing

/// Test stores of scopes whose state the actions of their parents change.
@MainActor
@Suite struct ParentActionTests {
  private struct Page: Equatable {
    var note = ""
  }

  private enum PageAction {
    case clear
    case note(String)
  }

  private let page = Store(initialState: Page(), options: StoreOptions(executor: TestExecutor())) {
    (page: inout Page, action: PageAction) -> Effect<PageAction> in
    switch action {
    case .clear: page.note = ""
    case .note(let text): page.note = text
    }
    return .none
  }

  private func tested() -> TestStore<ScopedStore<String, String>, String> {
    TestStore(
      page.scope(
        Child(\.note) {
          .note($0)
        } extract: {
          if case .note(let text) = $0 { text } else { nil }
        }
      ),
      waitLimit: .zero
    )
  }

  // It was reported by `finish` alone.
  @Test(arguments: [true, false])
  func `a change that a parent's action makes and no step asserts is reported`(isFinished: Bool) async {
    let texts = await texts {
      let child = tested()
      await child.send("a") { $0 = "a" }
      page.send(.clear)
      if isFinished { await child.finish() }
      withExtendedLifetime(child) {}
    }
    let first =
      isFinished
      ? """
      The scope's state was changed without an action of its own before the end of the test, and no step has asserted \
      it.
      """
      : """
      A test store was deallocated with a change of its scope's state that no action of its own has made and no step \
      asserted.
      """
    #expect(texts.map { $0.prefix { $0 != "\n" } } == [first[...]])
  }

  @Test func `a change that a parent's action makes is asserted like any other`() async {
    let texts = await texts {
      let child = tested()
      await child.send("a") { $0 = "a" }
      page.send(.clear)
      await child.expectChange { $0 = "" }
    }
    #expect(texts == [])
  }

  @Test func `the action of a child is reported at release, and not its change as well`() async {
    let texts = await texts {
      let child = tested()
      page.send(.note("a"))
      withExtendedLifetime(child) {}
    }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("A test store was deallocated with received actions that") == true)
  }
}
