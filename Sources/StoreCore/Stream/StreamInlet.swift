/// The place where a stream effect puts its elements.
package struct StreamInlet: Sendable {
  let run: EffectRun
  let buffer: StreamBuffer
  /// In simulations, delays or holds elements on their way.
  let hold: (any SendHold)?

  /// Hands an element over; returns whether the pump has to wait for room.
  func yield(_ element: AnyAction) -> Bool {
    if let hold, hold.holdElement({ _ = handOver(element) }) { return false }
    return handOver(element)
  }

  private func handOver(_ element: AnyAction) -> Bool {
    guard let action = run.accept(element) else { return false }
    #if DEBUG
    buffer.link = StreamChain.current ?? executor.link
    #endif
    let (announces, isFull) = buffer.append(action)
    if announces { run.mailbox.push(.elements(run)) }
    return isFull
  }

  var executor: PumpExecutor { buffer.pump }

  // MARK: Pumping

  /// Hands over the elements of a sequence until it ends or the effect is cancelled.
  func pump<Elements: AsyncSequence>(_ elements: Elements) async throws where Elements.Element: Sendable {
    executor.setAsking(true)
    // On a throw too: until the run is complete, it is not a stream that waits.
    defer { executor.setAsking(false) }
    var iterator = elements.makeAsyncIterator()
    while let element = try await iterator.next(isolation: #isolation) {
      // Ended by something inside the run, such as a timeout, while the run itself continues.
      if Task.isCancelled, !run.isCancelled { break }
      if let hold { try await delay(element, by: hold) }
      // Not by `forward(_:)`, which would be an asynchronous call for each element.
      if yield(element) { await executor.waitForRoom(while: { buffer.isFull }) }
      guard !run.isCancelled else { break }
    }
  }

  /// Hands over elements of a sequence at a limited rate, until it ends or the effect is cancelled.
  ///
  /// An error of the clock ends the sequence too. What is held then comes before the error.
  func pump<Elements: AsyncSequence & SendableMetatype, Time: Clock<Duration>>(
    rate: StreamRate,
    clock: Time,
    _ make: @escaping @concurrent @Sendable () async throws -> Elements
  ) async throws where Elements.Element: Sendable {
    let limiter = StreamLimiter<AnyAction, Time.Instant>(rate, executor: executor)
    // At most one window is open at a time: none is opened before the last one is closed.
    let (windows, opening) = AsyncStream.makeStream(of: Time.Instant.self)
    do {
      // An error in one task ends the other. Once the sequence has ended, the group waits for an open window, which may
      // hold an element.
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask {
          defer { opening.finish() }
          let elements = try await make()
          executor.setAsking(true)
          // On a throw too, and not as soon as a window ends that was open.
          defer { limiter.change { $0.end() } }
          var iterator = elements.makeAsyncIterator()
          while let element = try await iterator.next(isolation: #isolation), !Task.isCancelled {
            if let hold { try await delay(element, by: hold) }
            let now = clock.now
            let (forwarded, window) = limiter.change { $0.offer(element, at: now) }
            if let window { opening.yield(window) }
            if let forwarded { await forward(forwarded) }
          }
        }
        group.addTask { for await window in windows { try await forward(from: window, limiter, clock) } }
      }
    } catch {
      // A timeout cancels the task and not the run.
      if !run.isCancelled, let element = limiter.change({ $0.fail() }) { await forward(element) }
      throw error
    }
  }

  /// Waits for the end of a window and of those that follow it, and forwards what they hold.
  private func forward<Time: Clock<Duration>>(
    from window: Time.Instant,
    _ limiter: StreamLimiter<AnyAction, Time.Instant>,
    _ clock: Time
  ) async throws {
    var deadline: Time.Instant? = window
    while let time = deadline {
      try await clock.sleep(until: time, tolerance: nil)
      let now = max(time, clock.now)
      switch limiter.change({ $0.reach(now) }) {
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

  /// Waits as long as an element takes on its way.
  private func delay(_ element: AnyAction, by hold: any SendHold) async throws {
    // Meanwhile the pump does not wait for an element.
    executor.setAsking(false)
    defer { executor.setAsking(true) }
    try await hold.delay { _ = handOver(element) }
  }

  /// Hands an element over, and waits for room if there is none left.
  func forward(_ element: AnyAction) async {
    if yield(element) { await executor.waitForRoom(while: { buffer.isFull }) }
  }
}
