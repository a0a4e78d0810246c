#if Exhaustive
import FeatureEngine
import Logging
import Testing
import _StoreTestSupport

/// The samples of the reference's "Middleware".
@MainActor
@Suite(.serialized) struct MiddlewareTests {
  init() {
    Analytics.events = []
  }

  // MARK: Using Built-in Middleware

  struct MyFeature: Feature {
    @Observable
    final class State {
      var count = 0
    }

    enum Action: Sendable {
      case increment
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .increment:
          state.count += 1
          return .none
        }
      }
      .use(LoggingMiddleware(category: "MyFeature"))
    }
  }

  @Test func `Using Built-in Middleware`() {
    let store = Store(initialState: MyFeature.State(), feature: MyFeature())
    store.send(.increment)
    #expect(store.state.count == 1)
  }

  // MARK: Creating Custom Middleware

  struct AnalyticsMiddleware: ActionMiddleware {
    func beforeAction<Action, State>(action: Action, state: State) async throws {
      // Track action start
      Analytics.track("action_started", properties: ["action": "\(action)"])
    }

    func afterAction<Action, State>(
      action: Action,
      state: State,
      result: ActionTask<Action, State>,
      duration: TimeInterval
    ) async throws {
      // Track action completion
      Analytics.track(
        "action_completed",
        properties: [
          "action": "\(action)",
          "duration": duration,
        ]
      )
    }

    // The sample has 'error: Error'; this package's setting ExistentialAny requires 'any'. Clients without it have the
    // sample as it stands, see Tests/Clients/FeatureClients.
    func onError<Action, State>(
      error: any Error,
      action: Action,
      state: State
    ) async {
      // Track errors
      Analytics.track(
        "action_error",
        properties: [
          "action": "\(action)",
          "error": "\(error)",
        ]
      )
    }
  }

  // MARK: Composing Multiple Middleware

  /// The sample's feature, with the state, the actions and the logic that it leaves out, and a logger of the test's.
  struct ComposedFeature: Feature {
    private struct Refused: Error {}

    @Observable
    final class State {
      var count = 0
    }

    enum Action: Sendable {
      case increment
      case fail
    }

    let logger: Logger

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        // Action logic
        switch action {
        case .increment:
          state.count += 1
          return .none
        case .fail:
          throw Refused()
        }
      }
      .use(AnalyticsMiddleware())
      .use(LoggingMiddleware(category: "MyFeature", logger: logger))
    }
  }

  private let log = RecordedLog()
  /// What the store logs by itself: unhandled errors.
  private let unhandled = RecordedLog()

  private func makeStore() -> Store<ComposedFeature> {
    Store(
      initialState: ComposedFeature.State(),
      feature: ComposedFeature(logger: log.logger),
      options: StoreOptions(logger: unhandled.logger)
    )
  }

  @Test func `Creating Custom Middleware`() async throws {
    let store = makeStore()
    await store.send(.increment).value
    #expect(store.state.count == 1)
    #expect(Analytics.events.map(\.name) == ["action_started", "action_completed"])
    #expect(Analytics.events.map { $0.properties["action"] as? String } == ["increment", "increment"])
    let duration = try #require(Analytics.events.last?.properties["duration"] as? TimeInterval)
    #expect(duration >= 0)
  }

  @Test func `Creating Custom Middleware: errors are tracked`() async {
    let store = makeStore()
    await store.send(.fail).value
    #expect(store.state.count == 0)
    #expect(Analytics.events.map(\.name) == ["action_started", "action_error"])
    #expect(Analytics.events.last?.properties["error"] as? String == "Refused()")
    // Observing an error does not handle it.
    #expect(unhandled.entries.map(\.level) == [.error])
  }

  @Test func `Composing Multiple Middleware`() async {
    let store = makeStore()
    store.send(.increment)
    await store.send(.fail).value
    #expect(store.state.count == 1)
    #expect(
      Analytics.events.map(\.name) == ["action_started", "action_completed", "action_started", "action_error"]
    )
    #expect(
      log.entries.map(\.message) == [
        "Handling an action", "Handled an action", "Handling an action", "An action failed",
      ]
    )
    #expect(log.entries.allSatisfy { $0.metadata["category"] == "MyFeature" })
  }
}
#endif
