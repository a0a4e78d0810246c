/// The place where a stream effect puts its elements.
@usableFromInline
package struct StreamInlet<Element: Sendable>: Sendable {
  /// Hands an element over; tells whether the pump has to wait for room.
  @usableFromInline let yield: @Sendable (Element) -> Bool
  @usableFromInline let isFull: @Sendable () -> Bool
  @usableFromInline let core: any AnyEffectRun
  @usableFromInline let executor: PumpExecutor

  @inlinable
  init(run: EffectRun<Element>, buffer: StreamBuffer<Element>) {
    let mailbox = run.mailbox
    yield = { element in
      guard !run.isCancelled else {
        run.tellDropped(element)
        return false
      }
      let (announces, isFull) = buffer.append(element)
      if announces {
        mailbox.push(.elements(run))
      }
      return isFull
    }
    isFull = { buffer.isFull }
    core = run
    executor = buffer.pump
  }

  private init(
    yield: @escaping @Sendable (Element) -> Bool,
    isFull: @escaping @Sendable () -> Bool,
    core: any AnyEffectRun,
    executor: PumpExecutor
  ) {
    self.yield = yield
    self.isFull = isFull
    self.core = core
    self.executor = executor
  }

  func pullback<Other: Sendable>(_ transform: @escaping @Sendable (Other) -> Element) -> StreamInlet<Other> {
    let yield = self.yield
    return StreamInlet<Other>(yield: { yield(transform($0)) }, isFull: isFull, core: core, executor: executor)
  }

  // MARK: Pumping

  /// Hands over the elements of a sequence until it ends or the effect is cancelled.
  @inlinable
  func pump<Elements: AsyncSequence>(_ elements: Elements) async throws where Elements.Element == Element {
    executor.setAsking(true)
    // At a throw too: until the run is complete it is not a stream that waits.
    defer { executor.setAsking(false) }
    var iterator = elements.makeAsyncIterator()
    while let element = try await iterator.next(isolation: #isolation) {
      // Ended by something inside the run, such as a timeout, while the run itself goes on.
      if Task.isCancelled, !core.isCancelled { break }
      if yield(element) {
        await executor.waitForRoom(while: isFull)
      }
      guard !core.isCancelled else { break }
    }
  }

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
    let limiter = StreamLimiter<Element, Time.Instant>(rate, executor: executor)
    // Windows are waited for in tasks of the group, of which one at most is left: none is opened before the last one is
    // closed. Once the sequence has ended, the group waits for it, which may hold an element.
    try await withThrowingDiscardingTaskGroup { windows in
      executor.setAsking(true)
      // As above.
      defer { executor.setAsking(false) }
      do {
        // In this task, because the sequence may be for one task alone.
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
    while let element = try await iterator.next(isolation: #isolation), !Task.isCancelled {
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

  /// Hands an element over, and waits for room if there is none left.
  private func forward(_ element: Element) async {
    if yield(element) {
      await executor.waitForRoom(while: isFull)
    }
  }
}
