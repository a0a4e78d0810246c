extension StreamInlet {
  /// Hands over elements of a sequence at a limited rate, until it ends or the effect is cancelled.
  func pump<Elements: AsyncSequence>(
    _ elements: Elements,
    rate: StreamRate,
    clock: any Clock<Duration>
  ) async throws where Elements.Element == Element {
    try await pump(elements, rate: rate, on: clock)
  }

  private func pump<Elements: AsyncSequence, Time: Clock<Duration>>(
    _ elements: Elements,
    rate: StreamRate,
    on clock: Time
  ) async throws where Elements.Element == Element {
    let limiter = StreamLimiter<Element, Time.Instant>(rate, gate: gate)
    // Windows are waited for in tasks of the group, of which one at most is left: none is opened before the last one is
    // closed. Once the sequence has ended, the group waits for it, which may hold an element.
    try await withThrowingDiscardingTaskGroup { windows in
      // In this task, because the sequence may be for one task alone. At a throw too: until the run has landed it is
      // not a stream that waits.
      defer { gate.didReceive() }
      do {
        try await read(elements, limiter, clock, &windows)
      } catch {
        if let element = limiter.fail() {
          await forward(element)
        }
        throw error
      }
    }
  }

  private func read<Elements: AsyncSequence, Time: Clock<Duration>>(
    _ elements: Elements,
    _ limiter: StreamLimiter<Element, Time.Instant>,
    _ clock: Time,
    _ windows: inout ThrowingDiscardingTaskGroup<any Error>
  ) async throws where Elements.Element == Element {
    var iterator = elements.makeAsyncIterator()
    while true {
      limiter.waitForElement()
      guard let element = try await iterator.next(isolation: #isolation), !Task.isCancelled else { return }
      let step = limiter.offer(element, at: clock.now)
      if let window = step.opened {
        windows.addTask { try await forward(from: window, limiter, clock) }
      }
      if let forwarded = step.forwarded {
        await forward(forwarded)
      }
    }
  }

  /// Waits for the end of a window and of those that follow it, and forwards what they hold.
  private func forward<Time: Clock<Duration>>(
    from window: Time.Instant,
    _ limiter: StreamLimiter<Element, Time.Instant>,
    _ clock: Time
  ) async throws {
    var deadline: Time.Instant? = window
    while let time = deadline {
      try await clock.sleep(until: time, tolerance: nil)
      switch limiter.reach(max(time, clock.now)) {
      case .later(let later):
        deadline = later
      case .forward(let element, let next):
        await forward(element)
        deadline = next
      case .closed:
        deadline = nil
      }
    }
  }
}
