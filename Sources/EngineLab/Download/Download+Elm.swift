import ElmEngine

extension Download {
  /// Handles an action in the form of ElmEngine, a pure reducer.
  ///
  /// One download at a time: a newer one replaces the previous one.
  static func reduce(state: consuming State, action: Action, environment: Environment) -> (State, Effect<Action>) {
    switch action {
    case .startTapped:
      return (State(activity: .downloading), download(environment))
    case .cancelTapped:
      guard state.activity == .downloading else { break }
      state.activity = .cancelled
      return (state, .cancel("download"))
    case .started:
      break
    case .progressed(let progress):
      state.progress = progress
    case .finished:
      state.activity = .finished
    case .failed(let message):
      state.activity = .failed(message)
    }
    return (state, .none)
  }

  private static func download(_ environment: Environment) -> Effect<Action> {
    .run(id: "download") { send in
      send(.started)
      for try await progress in environment.download { send(.progressed(progress)) }
      send(.finished)
    }
    .catch { .failed(message: "\($0)") }
    .named("download")
  }
}
