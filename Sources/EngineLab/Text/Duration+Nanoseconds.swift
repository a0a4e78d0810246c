extension Duration {
  /// The time in nanoseconds, cut towards zero; exact for every time a scenario can name.
  package var wholeNanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
