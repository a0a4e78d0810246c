import FeatureEngine
import Testing

// Middleware in the spelling of ViewFeature's source, whose methods have no first label.

@MainActor
private final class Calls {
  var lines: [String] = []
}

private struct Refused: Error {}

private struct Recorder: ActionMiddleware {
  let id = "com.example.Recorder"
  let calls: Calls

  func beforeAction<Action, State>(_ action: Action, state: State) async throws {
    calls.lines.append("before \(action)")
  }

  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws {
    calls.lines.append("after \(action)")
  }

  func onError<Action, State>(_ error: Error, action: Action, state: State) async {
    calls.lines.append("error \(error) of \(action)")
  }
}

private struct SynchronousRecorder: SynchronousActionMiddleware {
  let calls: Calls

  func beforeAction<Action, State>(_ action: Action, state: State) throws {
    calls.lines.append("before \(action)")
  }

  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws {
    calls.lines.append("after \(action)")
  }

  func onError<Action, State>(_ error: Error, action: Action, state: State) {
    calls.lines.append("error \(error) of \(action)")
  }
}

/// With one of its methods in each spelling, and one in both.
private struct Mixed: ActionMiddleware {
  let calls: Calls

  func beforeAction<Action, State>(_ action: Action, state: State) async throws {
    calls.lines.append("before \(action)")
  }

  func onError<Action, State>(error: Error, action: Action, state: State) async {
    calls.lines.append("error \(error) of \(action)")
  }

  func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws {
    calls.lines.append("after \(action), with a label")
  }

  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws {
    calls.lines.append("after \(action), without one")
  }
}

/// With a method for actions of one type, which is no method of middleware.
private struct OfOneType: ActionMiddleware {
  let calls: Calls

  func beforeAction(action: CounterFeature.Action, state: CounterFeature.State) async throws {
    calls.lines.append("before \(action)")
  }
}

private struct Guard: ActionMiddleware {
  func beforeAction<Action, State>(_ action: Action, state: State) async throws {
    throw Refused()
  }
}

private struct CounterFeature: Feature {
  @Observable
  final class State {
    var count = 0
  }

  enum Action: Sendable {
    case increment
    case fail
  }

  let use: @MainActor (ActionHandler<Action, State>) -> ActionHandler<Action, State>

  func handle() -> ActionHandler<Action, State> {
    use(
      ActionHandler { action, state in
        switch action {
        case .increment:
          state.count += 1
          return .none
        case .fail:
          throw Refused()
        }
      }
    )
  }
}

@MainActor
@Suite struct UnlabelledMiddlewareTests {
  private let calls = Calls()

  private func sendAll(
    _ use:
      @escaping @MainActor (ActionHandler<CounterFeature.Action, CounterFeature.State>) -> ActionHandler<
        CounterFeature.Action, CounterFeature.State
      >
  ) async -> Int {
    let store = Store(initialState: CounterFeature.State(), feature: CounterFeature(use: use))
    await store.send(.increment).value
    await store.send(.fail).value
    return store.state.count
  }

  @Test func `methods without a first label are called before, after and for an error`() async {
    let calls = calls
    _ = await sendAll { $0.use(Recorder(calls: calls)) }
    #expect(calls.lines == ["before increment", "after increment", "before fail", "error Refused() of fail"])
  }

  @Test func `methods of synchronous middleware without a first label are called, too`() async {
    let calls = calls
    _ = await sendAll { $0.use(SynchronousRecorder(calls: calls)) }
    #expect(calls.lines == ["before increment", "after increment", "before fail", "error Refused() of fail"])
  }

  @Test func `a method for actions of one type is not called`() async {
    let calls = calls
    _ = await sendAll { $0.use(OfOneType(calls: calls)) }
    #expect(calls.lines.isEmpty)
  }

  @Test func `both spellings can be mixed, and of two methods the one with a label is called`() async {
    let calls = calls
    _ = await sendAll { $0.use(Mixed(calls: calls)) }
    #expect(
      calls.lines == ["before increment", "after increment, with a label", "before fail", "error Refused() of fail"]
    )
  }

  @Test func `an error of a method without a first label vetoes the action`() async {
    #expect(await sendAll { $0.use(Guard()) } == 0)
  }
}
