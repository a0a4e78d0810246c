import ElmEngine
import StoreCore
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
        ? page.scope(
          Child(\.note) {
            .note($0)
          } extract: {
            if case .note(let text) = $0 { text } else { nil }
          }
        )
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

  @Test(arguments: [true, false])
  func `a child that departs by an action that extract does not return is no other child`(extracts: Bool) async throws {
    let page = openPage()
    let close: @Sendable (String) -> PageAction = { $0.isEmpty ? .close : .note($0) }
    let scope = try #require(
      extracts
        ? page.scope(Child(\.note, embed: close) { if case .note(let text) = $0 { text } else { nil } })
        : page.scope(\.note, action: close)
    )
    let texts = await texts {
      let store = TestStore(scope, waitLimit: .zero)
      await store.send("")
      await store.finish()
    }
    #expect(page.state.note == nil)
    #expect(texts.count == 1)
    // Without 'extract:' that is reported when the test store is made, and the state is compared all the same.
    #expect(texts.first?.contains("by this action, if the 'extract:'") == extracts)
  }

  private func openPage() -> Store<Page, PageAction> {
    Store(initialState: Page(note: ""), options: StoreOptions(executor: TestExecutor())) {
      (page: inout Page, action: PageAction) -> Effect<PageAction> in
      if case .note(let text) = action { page.note = text } else { page.note = nil }
      return .none
    }
  }

  private func note(of page: Store<Page, PageAction>) throws -> ScopedStore<String, String> {
    let note: ScopedStore<String, String>? = page.scope(
      Child(\.note) {
        .note($0)
      } extract: {
        if case .note(let text) = $0 { text } else { nil }
      }
    )
    return try #require(note)
  }

  // They said that no effect is running.
  @Test func `steps that wait for a child that has departed say so`() async throws {
    let page = openPage()
    let scope = try note(of: page)
    let texts = await texts {
      let store = TestStore(scope, waitLimit: .zero)
      page.send(.close)
      await store.receive("b")
      await store.expectChange { $0 = "b" }
      await store.finish()
    }
    let end = """
       The child of the scope has departed, so that neither actions nor changes come any more.

      Make a scope and a test store for the new child, or expect the end of this one by '#expect(scope.hasDeparted)'.
      """
    try #require(texts.count == 2)
    #expect(texts[0] == "Did not receive 'b'.\n\nNo action came.\(end)")
    #expect(texts[1].hasSuffix("\n\nNothing has changed since the last step.\(end)"))
  }

  // It said only that no effect is running.
  @Test func `an error that is expected of a child that has departed is reported with its departure`() async throws {
    let page = openPage()
    let scope = try note(of: page)
    let texts = await texts {
      let store = TestStore(scope, waitLimit: .zero)
      page.send(.close)
      await store.receive(error: CancellationError.self)
      await store.finish()
    }
    #expect(
      texts == [
        """
        Did not receive an error of the type 'CancellationError'.

        There was no unhandled error. The child of the scope has departed. No effect is running.

        Make a scope and a test store for the new child, or expect the end of this one by '#expect(scope.hasDeparted)'.
        """
      ]
    )
  }

  // Errors of effects outside of the child still come.
  @Test func `an error of a departed child's parent is received, and its running effect is named`() async throws {
    struct Offline: Error {}
    let gate = Gate()
    let page = openPage()
    let scope = try note(of: page)
    let texts = await texts {
      let store = TestStore(scope, waitLimit: .zero)
      page.launch(
        .run(EffectOptions(id: "poll")) { _ in
          await gate.pass()
          throw Offline()
        }
      )
      page.send(.close)
      await store.receive(error: Offline.self)
      gate.open()
      await store.receive(error: Offline.self)
      await store.finish()
    }
    #expect(texts.count == 1)
    let words = "The child of the scope has departed. Effects are running, in the order of their launches:\n\n  1. "
    #expect(texts.first?.contains(words + "effect 'poll'") == true, "\(texts)")
    #expect(texts.first?.contains("Advance the clock that they wait for") == true)
  }

  // It passed.
  @Test func `a test store that is made for a child that has departed is reported`() async throws {
    let page = openPage()
    let scope = try note(of: page)
    page.send(.close)
    var line: UInt = 0
    let reports = await reports {
      line = #line + 1
      let store = TestStore(scope, waitLimit: .zero)
      await store.finish()
    }
    #expect(reports.map(\.line) == [line])
    #expect(
      reports.first?.text == """
        A test store was given a scope whose child has departed.

        Its state stays the last one, and what is sent to it is dropped: nothing can be received.

        Make a scope for the new child, or the test store before the child departs.
        """
    )
  }

  // It was said that the child has departed.
  @Test func `an action for another child, which is absent, is one that extract has not returned`() async {
    let word = ComposedReducer<String, String> { word, text in
      word = text
      return .none
    }
    let page = Store(
      initialState: Page(),
      options: StoreOptions(executor: TestExecutor()),
      reducer: ComposedReducer<Page, PageAction> { _, _ in .none }
        .lifting(
          word,
          at: Child(\.note, id: "note") {
            .note($0)
          } extract: {
            if case .note(let text) = $0 { text } else { nil }
          }
        )
    )
    let texts = await texts {
      // The scope's own child is the page.
      let store = TestStore(
        page.scope(
          Child(\.self) { (text: String) in
            .note(text)
          } extract: {
            $0 == .close ? "" : nil
          }
        ),
        waitLimit: .zero
      )
      await store.send("b")
      await store.finish()
    }
    #expect(
      texts.map { $0.prefix { $0 != "\n" } } == ["Sent 'b', but did not receive it.", "The store has reported issues."]
    )
    #expect(texts.first?.contains("the 'extract:' of its scope has not returned it") == true)
  }
}
