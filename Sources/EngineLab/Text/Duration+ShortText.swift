extension Duration {
  /// The time exactly, to the nanosecond, in the largest unit that leaves a whole part: `300ms`, `1.5s`, `0s`.
  package var shortText: String { TimeText.short(self) }
}
