/// A limit to how often the elements of a stream are forwarded.
///
/// ```swift
/// .stream(keystrokes, EffectOptions(id: "typing"), rate: .debounce(for: .milliseconds(300)))
/// ```
///
/// Elements that are left out are never forwarded. The newest one is never lost, unless a throttle keeps the first: where
/// the stream ends, it is forwarded when its time has come; where the stream fails, at once, before the error; where the
/// effect is cancelled, not at all.
///
/// The operators of swift-async-algorithms come with the module StoreStreams. Those that work on one element after another,
/// such as `removeDuplicates()` and `chunks(ofCount:)`, serve as they are: apply them to the sequence. A rate has the
/// advantage over `debounce` that a test's settling sees it, because it does not read the sequence in a task of its own;
/// and over `_throttle` that it does not keep the last element of a burst until another one comes.
public struct StreamRate: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case debounce
    case throttle(ThrottleEdges)
  }

  package let kind: Kind
  package let interval: Duration

  /// Forwards an element once no newer one came for a while.
  ///
  /// - Parameter interval: How long that is; zero or less forwards each element.
  /// - Returns: the rate.
  public static func debounce(for interval: Duration) -> StreamRate {
    StreamRate(kind: .debounce, interval: EffectClock.wait(for: interval))
  }

  /// Forwards at most one element for each interval.
  ///
  /// With the leading edge the first element is forwarded at once; with the trailing one the newest is forwarded when
  /// the interval ends; with both, the first at once and the newest at the end of each interval. ``ThrottleEdges`` has two
  /// more that keep the first element that is held back, in place of the newest.
  ///
  /// - Parameters:
  ///   - interval: How long it is; zero or less forwards each element.
  ///   - edges: Which elements are forwarded.
  /// - Returns: the rate.
  public static func throttle(for interval: Duration, edges: ThrottleEdges = .both) -> StreamRate {
    StreamRate(kind: .throttle(edges), interval: EffectClock.wait(for: interval))
  }
}
