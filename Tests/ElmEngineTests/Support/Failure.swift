/// The error of effects that fail in tests.
struct Failure: Error, Equatable, CustomStringConvertible {
  var description = "out of luck"
}
