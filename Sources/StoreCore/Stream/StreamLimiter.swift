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
