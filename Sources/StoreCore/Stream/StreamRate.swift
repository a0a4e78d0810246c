/// A limit to how often the elements of a stream are forwarded.
///
/// ```swift
/// .stream(keystrokes, EffectOptions(id: "typing"), rate: .debounce(for: .milliseconds(300)))
/// ```
///
/// Skipped elements are never forwarded. The newest element is never lost, unless a throttle has only the leading edge
/// or keeps the first: if the stream ends, it is forwarded when its time has come; if the stream or the clock fails, or
/// its time is out, at once, before the error; if the effect is cancelled, not at all. The effect of a stream that has
/// ended ends with the last interval.
///
/// The operators of swift-async-algorithms come with the module StoreStreams. Those that work on one element after
/// another, such as `removeDuplicates()` and `chunks(ofCount:)`, can be applied to the sequence as they are. Unlike
/// `debounce`, a rate is visible to a test that settles, because its tasks belong to the effect. Unlike `_throttle`, it
/// does not keep the last element of a burst until another one comes.
public struct StreamRate: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case debounce
    case throttle(ThrottleEdges)
  }

  package let kind: Kind
  package let interval: Duration

  /// Forwards an element once no newer one has come for an interval; zero or less forwards each.
  public static func debounce(for interval: Duration) -> StreamRate {
    StreamRate(kind: .debounce, interval: EffectClock.wait(for: interval))
  }

  /// Forwards at most one element for each interval.
  ///
  /// With the leading edge the first element is forwarded at once; with the trailing one the newest is forwarded when
  /// the interval ends; with both, the first at once and the newest at the end of each interval. ``ThrottleEdges`` has
  /// two more, which keep the first held-back element instead of the newest. Zero or less forwards each.
  public static func throttle(for interval: Duration, edges: ThrottleEdges = .both) -> StreamRate {
    StreamRate(kind: .throttle(edges), interval: EffectClock.wait(for: interval))
  }
}
