import Foundation

/// Why the samples' services fail.
struct Offline: LocalizedError {
  var errorDescription: String? { "You are offline." }
}
