import ReduxBridge

/// A store of the download feature, as the player of scenarios uses it.
struct ReduxDownloadHost: FeatureHost {
  typealias Feature = DownloadFeature

  let store: Store<ReduxDownload>

  init(environment: DownloadEnvironment, options: StoreOptions) {
    store = Store(
      feature: ReduxDownload(environment: environment),
      initialState: ReduxDownload.State(),
      options: options
    )
  }

  func perform(_ command: DownloadCommand) -> SendHandle {
    switch command {
    case .start: store.send(action: .startTapped)
    case .cancel: store.send(action: .cancelTapped)
    }
  }

  static func screen(_ state: ReduxDownload.State) -> DownloadScreen {
    DownloadScreen(activity: state.activity, downloaded: state.progress)
  }
}
