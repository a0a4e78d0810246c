/// Text files by their paths.
protocol TextFolder: Sendable {
  /// The paths of all files, in order.
  func paths() async throws -> [String]

  /// The text of a file; `nil` if it holds none.
  func text(of path: String) async throws -> String?
}
