/// The bounds of stream effects.
public enum StreamLimits {
  /// The maximum number of elements of one stream that wait to be handled.
  ///
  /// A sequence is not asked for more while that many wait, so that a fast one slows down to the speed of its store.
  public static let capacity = 256
}
