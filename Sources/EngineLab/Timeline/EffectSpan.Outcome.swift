extension EffectSpan {
  /// How an effect's life ended.
  package enum Outcome: String, CaseIterable, Sendable {
    /// It has not ended.
    case running
    /// Its operation returned.
    case finished
    /// Its operation threw.
    case failed
    /// Somebody cancelled it, while it waited or ran.
    case cancelled
    /// A newer one of the same name took its place.
    case replaced
    /// It was not launched, or gave up its place while it waited.
    case refused
  }
}
