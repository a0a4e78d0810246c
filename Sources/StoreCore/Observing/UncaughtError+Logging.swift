import Logging

extension UncaughtError {
  var logMetadata: Logger.Metadata {
    var metadata = effect?.logMetadata ?? [:]
    metadata["store"] = "\(store)"
    metadata["error"] = "\(error)"
    metadata["action"] = action.map { "\(RepeatedActions.words(for: $0))" }
    return metadata
  }
}
