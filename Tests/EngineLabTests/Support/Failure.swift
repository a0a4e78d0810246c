/// An error of an engine.
struct Failure: Error, CustomStringConvertible {
  let description = "out of luck"
}
