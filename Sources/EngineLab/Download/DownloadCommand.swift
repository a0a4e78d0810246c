/// What a user can do in the download feature.
package enum DownloadCommand: String, CaseIterable, FeatureCommand {
  /// Starts the download from its beginning; one that runs is cancelled.
  case start
  /// Cancels the download that runs.
  case cancel
}
