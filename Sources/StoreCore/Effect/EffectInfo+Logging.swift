import Logging

extension EffectInfo {
  var logMetadata: Logger.Metadata {
    var metadata: Logger.Metadata = ["effect.token": "\(token.rawValue)"]
    metadata["effect.id"] = id.map { "\($0)" }
    metadata["effect.name"] = name.map { "\($0)" }
    return metadata
  }
}
