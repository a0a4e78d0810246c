import FeatureEngine

// The parts of middleware have no defaults: a method without the label, or for actions of one type, is no part, and is not
// passed over in silence.

private struct Before: BeforeActionMiddleware {
  func beforeAction<Action, State>(_ action: Action, state: State) async throws {}  // ❌ Error: other labels
}

private struct BeforeInts: BeforeActionMiddleware {  // ❌ Error: of one type
  func beforeAction(action: Int, state: Int) async throws {}
}

private struct After: AfterActionMiddleware {
  func afterAction<Action, State>(  // ❌ Error: other labels
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws {}
}

private struct Failure: ErrorHandlingMiddleware {
  func onError<Action, State>(_ error: Error, action: Action, state: State) async {}  // ❌ Error: other labels
}
