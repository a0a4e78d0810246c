/// Whom the samples load.
struct User: Equatable, Sendable {
  var name: String
}
