/// The ends of a throttle's interval at which operations begin.
public enum ThrottleEdges: Hashable, Sendable {
  /// The first operation begins at once; those within the interval after it are refused.
  case leading
  /// The first operation opens an interval; the newest one within it begins at its end.
  case trailing
  /// The first operation begins at once; the newest one within the interval after it begins at its end.
  case both
  /// The first operation opens an interval, and begins at its end; others within it are refused.
  case trailingKeepingFirst
  /// The first operation begins at once; the next one within the interval after it begins at its end, and others are
  /// refused.
  case bothKeepingFirst

  /// Whether the first operation begins at once.
  package var isLeading: Bool {
    switch self {
    case .leading, .both, .bothKeepingFirst: true
    case .trailing, .trailingKeepingFirst: false
    }
  }

  /// Whether an operation is held back until the end of the interval.
  package var isTrailing: Bool { self != .leading }

  /// Whether the operation that is held back stays when another comes.
  package var keepsFirst: Bool {
    switch self {
    case .trailingKeepingFirst, .bothKeepingFirst: true
    case .leading, .trailing, .both: false
    }
  }
}
