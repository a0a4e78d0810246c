import StoreTesting

/// The service that the samples ask for users: it answers a second later, on a clock that tests advance.
struct UserService: Sendable {
  let clock: TestClock

  func search(_ query: String) async throws -> [User] {
    try await clock.sleep(for: .seconds(1))
    return [User(name: "\(query) 1"), User(name: "\(query) 2")]
  }
}
