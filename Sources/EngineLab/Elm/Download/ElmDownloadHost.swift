import ElmEngine

/// A store of the download feature, as the player of scenarios uses it.
struct ElmDownloadHost: FeatureHost {
  typealias Feature = DownloadFeature

  let store: Store<ElmDownload.State, ElmDownload.Action>

  init(environment: DownloadEnvironment, options: StoreOptions) {
    store = Store(
      initialState: ElmDownload.State(),
      environment: environment,
      options: options,
      reduce: ElmDownload.reduce
    )
  }

  func perform(_ command: DownloadCommand) -> SendHandle {
    switch command {
    case .start: store.send(.startTapped)
    case .cancel: store.send(.cancelTapped)
    }
  }

  static func screen(_ state: ElmDownload.State) -> DownloadScreen {
    DownloadScreen(activity: state.activity, downloaded: state.progress)
  }
}
