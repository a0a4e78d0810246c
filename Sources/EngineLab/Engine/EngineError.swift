/// An engine that could not play a scenario to its end.
package struct EngineError: Error, CustomStringConvertible {
  /// The name of the engine.
  package let engine: String

  /// What the engine threw.
  package let underlying: any Error

  /// Creates an error.
  package init(engine: String, underlying: any Error) {
    self.engine = engine
    self.underlying = underlying
  }

  /// The name and the error on one line.
  package var description: String {
    "\(engine.printable): \(String(describing: underlying).printable)"
  }
}
