import EffectViewEngine

/// A host of the download feature, as the player of scenarios uses it.
struct EffectViewDownloadHost: FeatureHost {
  typealias Feature = DownloadFeature

  let store: EffectHost<EffectViewDownload.State, EffectViewDownload.Event, DownloadEnvironment>

  init(environment: DownloadEnvironment, options: StoreOptions) {
    store = EffectHost(
      state: EffectViewDownload.State(),
      initialEnv: environment,
      options: options,
      update: EffectViewDownload.update
    )
    store.appear()
  }

  func perform(_ command: DownloadCommand) -> SendHandle {
    switch command {
    case .start: store.send(.startTapped)
    case .cancel: store.send(.cancelTapped)
    }
  }

  static func screen(_ state: EffectViewDownload.State) -> DownloadScreen {
    DownloadScreen(activity: state.activity, downloaded: state.progress)
  }
}
