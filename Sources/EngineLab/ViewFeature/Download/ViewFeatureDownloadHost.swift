import FeatureEngine

/// A store of the download feature, as the player of scenarios uses it.
struct ViewFeatureDownloadHost: FeatureHost {
  typealias Feature = DownloadFeature

  let store: Store<ViewFeatureDownload>

  init(environment: DownloadEnvironment, options: StoreOptions) {
    store = Store(
      initialState: ViewFeatureDownload.State(),
      feature: ViewFeatureDownload(environment: environment),
      options: options
    )
  }

  func perform(_ command: DownloadCommand) -> SendHandle {
    switch command {
    case .start: store.send(.startTapped)
    case .cancel: store.send(.cancelTapped)
    }
  }

  static func screen(_ state: ViewFeatureDownload.State) -> DownloadScreen {
    DownloadScreen(activity: state.activity, downloaded: state.progress)
  }
}
