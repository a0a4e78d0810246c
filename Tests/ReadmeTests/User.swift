/// A user, whom the samples search for.
struct User: Equatable, Sendable {
  var name: String
}
