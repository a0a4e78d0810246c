/// Names of effects that are values of an enum.
enum Screen: Hashable, Sendable {
  case search
  case user(Int)
}
