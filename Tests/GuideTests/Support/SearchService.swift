/// Finds nothing for "sw" before that search is cancelled, and "swift" otherwise, so that no test depends on
/// which is faster.
func search(_ text: String) async throws -> [String] {
  if text == "sw" {
    for await _ in AsyncStream.makeStream(of: Never.self).stream {}
    try Task.checkCancellation()
  }
  return ["swift"]
}
