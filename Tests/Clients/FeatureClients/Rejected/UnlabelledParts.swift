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

// Nor does middleware of all three parts, or that never suspends.

private struct Whole: ActionMiddleware {  // ❌ Error: of one type
  func beforeAction(action: Int, state: Int) async throws {}

  func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws {}

  func onError<Action, State>(error: Error, action: Action, state: State) async {}
}

private struct OnePart: ActionMiddleware {  // ❌ Error: "does not conform to protocol 'AfterActionMiddleware'"
  func beforeAction<Action, State>(action: Action, state: State) async throws {}
}

private struct Suspending: SynchronousActionMiddleware {  // ❌ Error: one is async
  func beforeAction<Action, State>(action: Action, state: State) async throws {}

  func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws {}

  func onError<Action, State>(error: Error, action: Action, state: State) {}
}
