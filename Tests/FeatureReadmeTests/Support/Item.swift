/// What the samples list.
struct Item: Equatable, Sendable {
  var name: String
}
