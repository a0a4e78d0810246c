/// An item in the lists of the samples.
struct Item: Equatable, Sendable {
  var name: String
}
