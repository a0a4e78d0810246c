package import StoreCore

/// An advance of a test clock, and how soon the last sleep on the clock ended.
package struct FarAdvance: Sendable {
  package let duration: Duration
  /// The time from the beginning of the advance to the end of the last sleep; zero if it ended none.
  package let lastSleep: Duration
  /// The place of the call.
  package let site: CallSite

  /// Whether it passes with almost any sleep, as that of seconds in place of milliseconds does.
  ///
  /// An advance without a sleep may check that nothing happens.
  var isFar: Bool { lastSleep > .zero && (duration - lastSleep) / 100 >= lastSleep }
}
