/// The service that the samples ask, by the names that they have for it.
struct Service: Sendable {
  var isOnline = true

  func fetchUser() async throws -> User {
    guard isOnline else { throw Offline() }
    return User(name: "Alice")
  }

  func fetch() async throws -> [Item] {
    guard isOnline else { throw Offline() }
    return [Item(name: "Swan")]
  }
}
