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

/// A rate limit between the source of a stream and its store.
package final class StreamLimiter<Element: Sendable, Time: InstantProtocol>: Sendable where Time.Duration == Duration {
  private let machine: Locked<StateMachine>
  private let executor: PumpExecutor

  package init(_ rate: StreamRate, executor: PumpExecutor) {
    machine = Locked(StateMachine(rate))
    self.executor = executor
  }

  /// Makes a decision, and tells the executor whether an element is held, to be forwarded when its time has come.
  func change<Result>(_ body: (inout sending StateMachine) -> sending Result) -> sending Result {
    machine.withLock { machine in
      let wasIdle = machine.isIdle
      let result = body(&machine)
      // Under the lock: the source and the end of a window may come together.
      if machine.isIdle != wasIdle { executor.setAsking(machine.isIdle) }
      return result
    }
  }
}

extension StreamLimiter {
  /// The decisions of a rate limit: which elements are forwarded, and when.
  ///
  /// Between the first element and a pause there is a *window*. The caller that opens it reports its deadlines by
  /// ``reach(_:)`` until it is closed.
  package struct StateMachine {
    private let rate: StreamRate
    private var held: Element?
    /// The end of the open window, which later elements of a debounce postpone.
    private var deadline: Time?
    private var hasEnded = false

    package init(_ rate: StreamRate) {
      self.rate = rate
    }

    /// Whether nothing happens before another element comes, or the end of the source.
    package var isIdle: Bool { held == nil && !hasEnded }

    /// Takes an element, and the time at which it came.
    ///
    /// - Returns: the element to forward now, and the first deadline of a window that is opened now.
    package mutating func offer(_ element: Element, at now: Time) -> (forwarded: Element?, opened: Time?) {
      guard rate.interval > .zero else { return (element, nil) }
      let isOpen = deadline != nil
      var forwarded: Element?
      switch rate.kind {
      case .throttle(let edges) where !isOpen && edges.isLeading: forwarded = element
      case .throttle(let edges) where !edges.isTrailing || (edges.keepsFirst && held != nil): break
      case .throttle, .debounce: held = element
      }
      if !isOpen || rate.kind == .debounce { deadline = now.advanced(by: rate.interval) }
      return (forwarded, isOpen ? nil : deadline)
    }

    package enum Reached {
      /// The window ends later.
      case later(Time)
      /// Forward the element, and then wait for a time at which the window ends, if nothing has come meanwhile.
      case forward(Element, next: Time)
      /// The window is closed.
      case closed
    }

    /// Notes that a deadline was reached.
    package mutating func reach(_ time: Time) -> Reached {
      guard let deadline else { return .closed }
      guard deadline <= time else { return .later(deadline) }
      guard let element = held else {
        self.deadline = nil
        return .closed
      }
      held = nil
      // After a pause there is no distance to keep. The window stays open until the element has been forwarded, so that
      // no other is forwarded meanwhile.
      let next = rate.kind == .debounce ? time : time.advanced(by: rate.interval)
      self.deadline = next
      return .forward(element, next: next)
    }

    /// Notes that no more elements come: what is held is forwarded when its time has come.
    package mutating func end() { hasEnded = true }

    /// Takes what is held, for a source or a clock that fails.
    package mutating func fail() -> Element? {
      defer { held = nil }
      return held
    }
  }
}
