/// The bounds of stream effects.
public enum StreamLimits {
  /// How many elements of one stream wait to be handled at most.
  ///
  /// A sequence is not asked for more until the elements it gave were handled, so that a fast one is slowed down to the
  /// speed of its store.
  public static let capacity = 256
}
