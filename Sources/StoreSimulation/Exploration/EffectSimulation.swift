import StoreCore

/// The surroundings of a bench's effects: it delays what they do, and has it go wrong, as the schedule says.
struct EffectSimulation: EffectInterceptor {
  let schedule: Schedule
  let executor: TestExecutor
  let clock: TestClock

  func intercept(_ attempt: EffectAttempt) async throws {
    let effect = schedule.effects.nextAttempt(of: attempt.effect)
    executor.noteEffect(effect)
    let fault = schedule.fault(of: effect)
    try await pause(for: schedule.lateness(.begin, of: effect))
    switch fault {
    case .fails: throw schedule.faults.error(of: effect)
    case .slow(let time): try await pause(for: time)
    case .cancelled:
      attempt.cancel()
      throw CancellationError()
    case .storeEnds:
      await attempt.stopStore()
      throw CancellationError()
    default: break
    }
    let sends = HeldSends(of: effect, in: self, fault)
    let result = await SimulatedEffect.$attempt.withValue(effect) {
      await self.result(of: attempt, fault, sends)
    }
    await sends.finish()
    switch fault {
    case .failsAfterwards: throw schedule.faults.error(of: effect)
    case .neverAnswers: try await waitForCancel()
    case .endsLate(let time): try await pause(for: time)
    default: break
    }
    try await pause(for: schedule.lateness(.end, of: effect))
    if fault == .answersTwice, !sends.sendAgain() { attempt.answerAgain() }
    try result.get()
  }

  private func result(
    of attempt: EffectAttempt,
    _ fault: Fault?,
    _ sends: HeldSends
  ) async -> Result<Void, any Error> {
    do {
      if case .streamEnds(let time) = fault {
        try await operate(attempt, until: time, sends)
      } else {
        try await attempt.operate(sendingThrough: sends)
      }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// Does what an effect says, and has it end after a while.
  private func operate(_ attempt: EffectAttempt, until time: Duration, _ sends: HeldSends) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await attempt.operate(sendingThrough: sends) }
      group.addTask { try await pause(for: time) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Sleeps for a while that is not itself late.
  func pause(for time: Duration) async throws {
    guard time > .zero else { return }
    clock.noteLateness(of: time)
    try await clock.sleep(untilExactly: clock.now.advanced(by: time))
  }

  private func waitForCancel() async throws {
    let waiter = Waiter()
    await withTaskCancellationHandler {
      await waiter.wait()
    } onCancel: {
      waiter.finish()
    }
    throw CancellationError()
  }
}

/// The actions that one effect has sent and that are late; they stay in their order, behind each other.
///
/// Where the answer of the effect is lost, the latest action waits for the next: the last one of all is the answer. Where
/// the effect bursts, its actions and elements wait for the time of that.
final class HeldSends: SendHold {
  private typealias Item = (send: @Sendable () -> Void, time: TestClock.Instant)

  private struct State {
    var waiting: [Item] = []
    /// The latest, where the last one of all is lost.
    var latest: Item?
    var count = 0
    var last: (@Sendable () -> Void)?
    var pump: Task<Void, Never>?
    /// Whether the pump hands over the one that it has taken out.
    var isHandingOver = false
    /// When what is sent until then comes all at once.
    var burst: TestClock.Instant?
  }

  private let state = Locked(State())
  private let effect: SimulatedEffect
  private let simulation: EffectSimulation
  private let losesLast: Bool

  init(of effect: SimulatedEffect, in simulation: EffectSimulation, _ fault: Fault?) {
    self.effect = effect
    self.simulation = simulation
    losesLast = fault == .neverAnswers || fault == .failsAfterwards
    if case .bursts(let time) = fault {
      simulation.clock.noteLateness(of: time)
      let burst = simulation.clock.now.advanced(by: time)
      state.withLock { $0.burst = burst }
    }
  }

  func hold(_ send: @escaping @Sendable () -> Void, isAwaited: Bool) {
    // One that is waited for is not sent twice: what waits for it would be told twice.
    let lateness = lateness(ofSend: isAwaited ? nil : send)
    simulation.clock.noteLateness(of: lateness)
    let time = simulation.clock.now.advanced(by: lateness)
    let due: [Item] = state.withLock { state in
      let time = max(time, state.burst ?? time)
      var next: [Item] = []
      if let latest = state.latest.take() { next.append(latest) }
      if losesLast, !isAwaited { state.latest = (send, time) } else { next.append((send, time)) }
      return next.filter { !isLate($0, &state) }
    }
    for item in due { item.send() }
  }

  /// Has an action wait that is late, or behind others.
  private func isLate(_ item: Item, _ state: inout State) -> Bool {
    guard item.time > simulation.clock.now || !state.waiting.isEmpty || state.isHandingOver else { return false }
    state.waiting.append(item)
    // Ends when nothing waits; `finish()` waits for it.
    if state.pump == nil {
      state.pump = Task.detached(executorPreference: simulation.executor) { await self.handOver() }
    }
    return true
  }

  func delay(_ again: @escaping @Sendable () -> Void) async throws {
    try await simulation.pause(for: lateness(ofSend: again))
  }

  func holdElement(_ send: @escaping @Sendable () -> Void) -> Bool {
    let now = simulation.clock.now
    let (isHeld, due) = state.withLock { state -> (Bool, [Item]) in
      guard let burst = state.burst else { return (false, []) }
      if state.waiting.count < StreamLimits.capacity - 1 {
        // One that comes at the time of the burst is behind the others.
        let isHeld = isLate((send, max(burst, now)), &state)
        if !isHeld { state.burst = nil }
        return (isHeld, [])
      }
      defer { state.waiting = [] }
      state.burst = nil
      return (false, state.waiting)
    }
    for item in due { item.send() }
    return isHeld
  }

  private func lateness(ofSend send: (@Sendable () -> Void)?) -> Duration {
    let number = state.withLock { state in
      state.count += 1
      state.last = send
      return state.count
    }
    return simulation.schedule.lateness(.send(number), of: effect)
  }

  func release() {
    for send in takeAll() { send() }
    state.withLock { $0.latest.take() }?.send()
  }

  /// Waits until all was handed over but what is lost; at once where the effect is cancelled meanwhile.
  func finish() async {
    while let pump = state.withLock({ $0.pump }) {
      await withTaskCancellationHandler {
        await pump.value
      } onCancel: {
        pump.cancel()
      }
    }
  }

  /// Sends the last action, or the last element of a stream, once more; `false` where there was none.
  func sendAgain() -> Bool {
    guard let last = state.withLock({ $0.last }) else { return false }
    last()
    return true
  }

  private func handOver() async {
    while let time = nextTime() {
      do {
        try await simulation.clock.sleep(untilExactly: time)
      } catch {
        // What was sent before a timeout is handled; of a cancelled effect the store drops it.
        for send in takeAll() { send() }
      }
      // It may have been released meanwhile.
      let send: (@Sendable () -> Void)? = state.withLock { state in
        guard let first = state.waiting.first, first.time <= time else { return nil }
        state.isHandingOver = true
        return state.waiting.removeFirst().send
      }
      send?()
    }
  }

  /// The time of the next action; without one the pump ends.
  private func nextTime() -> TestClock.Instant? {
    state.withLock { state in
      state.isHandingOver = false
      if state.waiting.isEmpty { state.pump = nil }
      return state.waiting.first?.time
    }
  }

  private func takeAll() -> [@Sendable () -> Void] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting.map(\.send)
    }
  }
}
