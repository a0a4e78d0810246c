import FeatureEngine

/// The download feature in the form of FeatureEngine: an observable state, and a handler.
struct FeatureDownload: Feature {
  @Observable
  final class State {
    var activity = Download.Activity.idle
    var progress = Download.Progress()

    var screen: Download.State { Download.State(activity: activity, progress: progress) }
  }

  typealias Action = Download.Action

  let environment: Download.Environment

  /// One download at a time: a newer one replaces the previous one.
  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .startTapped:
        state.activity = .downloading
        state.progress = Download.Progress()
        return download()
      case .cancelTapped:
        guard state.activity == .downloading else { break }
        state.activity = .cancelled
        return .cancel(id: "download")
      case .started:
        break
      case .progressed(let progress):
        state.progress = progress
      case .finished:
        state.activity = .finished
      case .failed(let message):
        state.activity = .failed(message)
      }
      return .none
    }
  }

  private func download() -> ActionTask<Action, State> {
    .run(id: "download") { _, send in
      send(.started)
      for try await progress in environment.download { send(.progressed(progress)) }
      send(.finished)
    }
    .recover { error, _ in .send(.failed(message: "\(error)")) }
    .named("download")
  }
}
