extension LabReport {
  /// The clock by which events were timed.
  package enum TimeKind: String, Equatable, Sendable {
    /// A clock that stands still while code runs, so that times are exact and the same in every run.
    case virtual
    /// The clock on the wall.
    case real
  }
}
