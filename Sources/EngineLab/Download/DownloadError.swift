/// Why a download can fail.
package enum DownloadError: Error, Equatable, CustomStringConvertible {
  /// The connection broke before the whole file had come.
  case connectionLost

  /// The reason in a few words.
  package var description: String { "the connection was lost" }
}
