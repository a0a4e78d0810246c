@testable import SearchTerminal

/// Files in memory, each of which takes a while to read.
struct FakeFolder: TextFolder {
  struct Unreadable: Error {}

  var files: [(path: String, text: String)]
  var readTime = Duration.zero
  var clock: any Clock<Duration>
  var isMissing = false

  func paths() async throws -> [String] {
    if isMissing { throw Unreadable() }
    return files.map(\.path)
  }

  func text(of path: String) async throws -> String? {
    try await clock.sleep(for: readTime)
    return files.first { $0.path == path }?.text
  }
}
