extension Recorder {
  /// How much a recorder keeps.
  public struct Limits: Sendable {
    /// The number of records, at least 1.
    public var records: Int
    /// The number of states of each store; with 0 none are kept.
    public var states: Int
    /// The number of bytes of all states, as estimated; the last 8 of each store are kept even so.
    public var stateBytes: Int

    /// Creates limits.
    public init(records: Int = 10_000, states: Int = 200, stateBytes: Int = 32 << 20) {
      self.records = records
      self.states = states
      self.stateBytes = stateBytes
    }
  }
}
