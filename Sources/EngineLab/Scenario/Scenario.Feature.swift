extension Scenario {
  /// A feature that scenarios can drive, by its name in the file.
  package enum Feature: String, CaseIterable, Sendable {
    /// Text search over the files of a folder: debounced, and the newest query cancels the one before it.
    case search
    /// A download in chunks, with progress; a new start takes the place of the one before.
    case download
    /// A stream of ticks that come faster than they are handled.
    case ticker
    /// Three steps in a row, each with retries and a timeout.
    case checkout
  }
}
