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

  /// Forwards an element once no newer one came for a while; zero or less forwards each.
  public static func debounce(for interval: Duration) -> StreamRate {
    StreamRate(kind: .debounce, interval: EffectClock.wait(for: interval))
  }

  /// Forwards at most one element for each interval.
  ///
  /// With the leading edge the first element is forwarded at once; with the trailing one the newest is forwarded when
  /// the interval ends; with both, the first at once and the newest at the end of each interval. ``ThrottleEdges`` has two
  /// more that keep the first element that is held back, in place of the newest. An interval of zero or less forwards each
  /// element.
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

  /// Takes a decision, and tells the executor whether something is held, which is forwarded when its time has come.
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
  /// Between the first element and a pause there is a *window*, whose deadlines the caller that opens it tells by
  /// ``reach(_:)`` until it is closed.
  package struct StateMachine {
    private let rate: StreamRate
    private var held: Element?
    /// The end of the open window, as far as it is known.
    private var deadline: Time?

    package init(_ rate: StreamRate) {
      self.rate = rate
    }

    package struct Step {
      /// To be forwarded now.
      package fileprivate(set) var forwarded: Element?
      /// The first deadline of a window that is opened now.
      package fileprivate(set) var opened: Time?
    }

    /// Whether nothing is forwarded before another element comes.
    package var isIdle: Bool { held == nil }

    /// Takes an element that came at a time.
    package mutating func offer(_ element: Element, at now: Time) -> Step {
      guard rate.interval > .zero else { return Step(forwarded: element) }
      var step = Step()
      let isOpen = deadline != nil
      switch rate.kind {
      case .throttle(let edges) where !isOpen && edges.isLeading: step.forwarded = element
      case .throttle(let edges) where !edges.isTrailing || (edges.keepsFirst && held != nil): break
      case .throttle, .debounce: held = element
      }
      if !isOpen || rate.kind == .debounce { deadline = now.advanced(by: rate.interval) }
      step.opened = isOpen ? nil : deadline
      return step
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
      // After a pause there is nothing to keep a distance from. The window is open until the element has been forwarded,
      // so that nobody forwards beside it.
      let next = rate.kind == .debounce ? time : time.advanced(by: rate.interval)
      self.deadline = next
      return .forward(element, next: next)
    }

    /// Takes what is held, for a source that fails.
    package mutating func fail() -> Element? {
      defer { held = nil }
      return held
    }
  }
}
