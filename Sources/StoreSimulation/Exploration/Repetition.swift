/// The ways in which a failing run fails again.
package enum Repetition: Sendable {
  /// By its seed, and by its deviations.
  case withoutSeed
  /// By its seed alone.
  case withSeed
  /// In none.
  case none

  /// The report's words for a run that its deviations do not reproduce; `nil` for other runs.
  var words: String? {
    guard self != .withoutSeed else { return nil }
    return """
      Run again, it did not fail: something that the bench does not see decides, such as another clock, a queue or an \
      object that lives longer than a run.
      """
  }
}
