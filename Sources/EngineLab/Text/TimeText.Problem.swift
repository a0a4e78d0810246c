extension TimeText {
  /// Why a text names no time.
  package enum Problem: Error, Equatable {
    /// The text is not a number with a unit.
    case notATime
    /// The time lies before zero.
    case negative
    /// The time is not a whole number of nanoseconds.
    case tooFine
    /// The time is longer than ``TimeText/limit``.
    case tooLong
  }
}
