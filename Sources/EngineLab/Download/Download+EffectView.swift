import EffectViewEngine

extension Download {
  /// Handles an event in the form of EffectViewEngine, an update function.
  ///
  /// One download at a time: a newer one replaces the previous one.
  static func update(state: inout State, event: Action) -> Effect<Action, Environment>? {
    switch event {
    case .startTapped:
      state = State(activity: .downloading)
      return download()
    case .cancelTapped:
      guard state.activity == .downloading else { break }
      state.activity = .cancelled
      return .cancel("download")
    case .started:
      break
    case .progressed(let progress):
      state.progress = progress
    case .finished:
      state.activity = .finished
    case .failed(let message):
      state.activity = .failed(message)
    }
    return nil
  }

  private static func download() -> Effect<Action, Environment> {
    .throwingTask(name: "download") { input, env in
      input(.started)
      for try await progress in env.download { input(.progressed(progress)) }
      input(.finished)
    }
    .catch { .failed(message: "\($0)") }
    .named("download")
  }
}
