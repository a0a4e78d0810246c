/// When, around the intervals of a throttle, operations begin.
public enum ThrottleEdges: Hashable, Sendable {
  /// The first launch begins at once; those within the interval after it are refused.
  case leading
  /// The first launch begins an interval; the newest one within it begins at its end.
  case trailing
  /// The first launch begins at once; the newest one within the interval after it begins at its end.
  case both
}
