import StoreTesting

/// Answers shorter questions later, as a server does that finds more for them, on a clock that tests advance.
struct SearchService: Sendable {
  let clock: TestClock

  func search(_ text: String) async throws -> [String] {
    try await clock.sleep(for: .seconds(10 - text.count))
    return ["\(text) 1", "\(text) 2"]
  }
}
