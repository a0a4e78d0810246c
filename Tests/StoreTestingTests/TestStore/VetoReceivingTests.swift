import FeatureEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// Vetoes in the steps of a test store.
@MainActor
@Suite struct VetoReceivingTests {
  private struct Invalid: Error, Equatable, CustomStringConvertible {
    let field: String

    var description: String { "invalid \(field)" }
  }

  private struct Validation: BeforeActionMiddleware {
    func beforeAction<Action, State>(action: Action, state: State) async throws {
      if "\(action)" == "save" { throw Invalid(field: "name") }
    }
  }

  struct Form: Feature {
    @Observable
    final class State {
      var message: String?
      var savedCount = 0
    }

    enum Action: Sendable, Equatable {
      case save
      case saveLater
      case clear
    }

    /// Whether errors are shown.
    let showsErrors: Bool

    func handle() -> ActionHandler<Action, State> {
      let handler = ActionHandler<Action, State> { action, state in
        switch action {
        case .save: state.savedCount += 1
        case .saveLater: return .task { _ in .save }
        case .clear: state.message = nil
        }
        return .none
      }
      .use(Validation())
      return showsErrors ? handler.onError { error, state in state.message = "\(error)" } : handler
    }
  }

  private func makeStore(showsErrors: Bool = true) -> TestStore<Store<Form>, String?> {
    TestStore(
      Store(
        initialState: Form.State(),
        feature: Form(showsErrors: showsErrors),
        options: StoreOptions(executor: TestExecutor())
      ),
      observing: \.message,
      waitLimit: .zero
    )
  }

  @Test func `a veto is received by its error, after the change that its error has made`() async {
    let store = makeStore()
    await store.send(.save) { $0 = "invalid name" }
    let error = await store.receive(veto: Invalid.self)
    #expect(error == Invalid(field: "name"))
    await store.send(.clear) { $0 = nil }
    await store.send(.saveLater)
    await store.receive(veto: Invalid(field: "name"))
    await store.expectChange { $0 = "invalid name" }
    #expect(store.store.state.savedCount == 0)
    await store.finish()
  }

  @Test func `a veto whose error nothing handles is received once`() async {
    let store = makeStore(showsErrors: false)
    await store.send(.save)
    await store.receive(veto: (any Error).self)
    await store.finish()
  }

  @Test func `a veto that was not expected fails its step`() async {
    let store = makeStore()
    var line: UInt = 0
    let reports = await reports {
      line = #line + 1
      await store.send(.save) { $0 = "invalid name" }
      await store.send(.clear) { $0 = nil }
      await store.finish()
    }
    #expect(
      reports == [
        Reported(
          text: """
            '.save' was vetoed by 'Validation', which threw invalid name.

            Its handler was not called. The action came from the send at \(#fileID):\(line).

            Expect it by 'receive(veto:)', or correct what the middleware refuses.
            """,
          line: line,
          file: #fileID
        )
      ]
    )
  }

  @Test func `a veto that was not expected fails the end, unless it is ignored`() async {
    let reports = await reports {
      for ignored in [Unasserted.vetoes, []] {
        let store = makeStore()
        await store.send(.saveLater)
        await store.finish(ignoring: [ignored, .stateChanges])
      }
      let store = makeStore()
      await store.send(.save) { $0 = "invalid name" }
    }
    #expect(
      reports.map { $0.text.prefix { $0 != "\n" } }
        == Array(
          repeating: "'.save' was vetoed by 'Validation', which threw invalid name.",
          count: 2
        )
    )
  }

  @Test func `a veto that does not come, or has another error, fails the step that expects it`() async {
    let store = makeStore()
    var line: UInt = 0
    let texts = await texts {
      await store.receive(veto: Invalid.self)
      line = #line + 1
      await store.send(.save) { $0 = "invalid name" }
      await store.receive(veto: Invalid(field: "age"))
      await store.finish()
    }
    #expect(
      texts == [
        """
        No action was vetoed by an error of the type 'Invalid'.

        No effect is running.

        Check that a 'beforeAction' throws it: an action whose handler throws was handled.
        """,
        """
        '.save' was vetoed by 'Validation', which threw invalid name instead of the error 'invalid age'.

        Its handler was not called. The action came from the send at \(#fileID):\(line).

        Correct what the test expects, or what the middleware throws.
        """,
      ]
    )
  }

  @Test func `what a veto changes beyond what is expected fails the step`() async {
    let store = makeStore()
    let texts = await texts {
      await store.send(.save)
      await store.receive(veto: Invalid.self)
      await store.finish()
    }
    #expect(texts.map { $0.prefix { $0 != "\n" } } == ["The state after '.save' is not the expected one."])
  }
}
