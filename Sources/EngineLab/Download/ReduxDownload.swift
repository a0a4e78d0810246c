import ReduxBridge

/// The download feature in the form of ReduxBridge: a reduce, and effects after it.
struct ReduxDownload: EffectFeatureType {
  typealias State = Download.State
  typealias Action = Download.Action

  let environment: Download.Environment

  func reduce(into state: inout State, action: Action) async {
    switch action {
    case .startTapped:
      state = State(activity: .downloading)
    case .cancelTapped:
      if state.activity == .downloading { state.activity = .cancelled }
    case .started:
      break
    case .progressed(let progress):
      state.progress = progress
    case .finished:
      state.activity = .finished
    case .failed(let message):
      state.activity = .failed(message)
    }
  }

  /// One download at a time: a newer one replaces the previous one.
  func effect(of action: Action, state: State) -> EffectProgram<Action> {
    switch action {
    case .startTapped: download()
    case .cancelTapped: .cancel(.id("download"))
    case .started, .progressed, .finished, .failed: .none
    }
  }

  private func download() -> EffectProgram<Action> {
    let environment = environment
    return .run(EffectOptions(id: "download", name: "download")) { send in
      send(.started)
      for try await progress in environment.download { send(.progressed(progress)) }
      send(.finished)
    }
    .catch { .emit(.failed(message: "\($0)")) }
  }
}
