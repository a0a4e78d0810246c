/// A mistake that the user can correct, in a sentence.
struct CommandError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
