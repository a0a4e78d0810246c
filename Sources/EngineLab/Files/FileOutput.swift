import Foundation

/// Writes to files that are open.
enum FileOutput {
  /// Writes a whole text.
  ///
  /// - Returns: Whether all of it was written; else `errno` says why not.
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
