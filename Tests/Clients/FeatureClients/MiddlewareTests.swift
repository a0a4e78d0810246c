import FeatureEngine
import Testing

// The samples of the reference's "Middleware".

/// The service that the sample tracks actions with.
@MainActor
private enum Analytics {
  static var events: [(name: String, properties: [String: Any])] = []

  static func track(_ name: String, properties: [String: Any]) {
    events.append((name, properties))
  }
}

private struct AnalyticsMiddleware: ActionMiddleware {
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

  func onError<Action, State>(
    error: Error,
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

/// The sample of "Using Built-in Middleware".
private struct MyFeature: Feature {
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

/// The sample of "Composing Multiple Middleware".
private struct ComposedFeature: Feature {
  private struct Refused: Error {}

  @Observable
  final class State {
    var count = 0
  }

  enum Action: Sendable {
    case increment
    case fail
  }

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
    .use(LoggingMiddleware(category: "MyFeature"))
  }
}

@MainActor
@Suite(.serialized) struct MiddlewareTests {
  init() {
    Analytics.events = []
  }

  @Test func `an action passes the built-in middleware before send returns`() {
    let store = Store(initialState: MyFeature.State(), feature: MyFeature())
    store.send(.increment)
    #expect(store.state.count == 1)
  }

  @Test func `custom middleware tracks the start and the end of an action`() async throws {
    let store = Store(initialState: ComposedFeature.State(), feature: ComposedFeature())
    await store.send(.increment).value

    #expect(store.state.count == 1)
    #expect(Analytics.events.map(\.name) == ["action_started", "action_completed"])
    #expect(Analytics.events.map { $0.properties["action"] as? String } == ["increment", "increment"])
    let duration = try #require(Analytics.events.last?.properties["duration"] as? TimeInterval)
    #expect(duration >= 0)
  }

  @Test func `custom middleware tracks an error`() async {
    let store = Store(initialState: ComposedFeature.State(), feature: ComposedFeature())
    await store.send(.fail).value

    #expect(Analytics.events.map(\.name) == ["action_started", "action_error"])
    #expect(Analytics.events.last?.properties["error"] as? String == "Refused()")
  }
}
