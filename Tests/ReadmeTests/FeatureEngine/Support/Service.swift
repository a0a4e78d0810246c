/// The service that the samples ask, by the names that they have for it.
struct Service: Sendable {
  var isOnline = true
  /// What `fetch()` waits for.
  var wait: @Sendable () async -> Void = {}

  func fetchUser() async throws -> User {
    guard isOnline else { throw Offline() }
    return User(name: "Alice")
  }

  func fetch() async throws -> [Item] {
    await wait()
    guard isOnline else { throw Offline() }
    // As a request over a network does.
    try Task.checkCancellation()
    return [Item(name: "Swan")]
  }
}
