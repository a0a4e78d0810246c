/// What a user of the download feature sees, whichever engine it runs on.
package struct DownloadScreen: FeatureScreen {
  /// What the feature does.
  package var activity: DownloadActivity

  /// How far the download has come.
  package var downloaded: DownloadProgress

  /// Creates a screen.
  package init(activity: DownloadActivity, downloaded: DownloadProgress) {
    self.activity = activity
    self.downloaded = downloaded
  }

  package var phase: String { "\(activity.text) \(downloaded.quarters)/4" }

  package var progress: String { "\(activity.text), \(downloaded.text)" }

  package var finalState: FinalState {
    FinalState(rows: [
      FinalState.Row("Download", activity.text), FinalState.Row("Received", downloaded.text),
    ])
  }
}
