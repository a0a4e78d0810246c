/// What one engine did with a scenario.
public struct EngineRun<Observation> {
  /// The engine.
  public let engine: String
  /// What was observed after each step, and at the end.
  public internal(set) var observations: [Observation] = []
  /// How many lines the trace had when each of these was observed.
  var traceLengths: [Int] = []
  /// All that happened.
  public internal(set) var trace: [String] = []

  /// What happened before an observation, and after the one before it.
  func trace(before index: Int) -> ArraySlice<String> {
    trace[..<traceLengths[index]]
  }
}
