extension Duration {
  /// Absurd durations: none, negative ones, the least, the shortest, and the longest.
  package static let extremes: [Duration] = [
    .zero, .seconds(-1), .seconds(Int64.min), Duration(attoseconds: .min), .nanoseconds(1),
    .seconds(1_000 * 365 * 86_400), .seconds(Int64.max), Duration(attoseconds: .max),
  ]
}
