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
    case .fails: throw schedule.faults.error(effect)
    case .slow(let time): try await pause(for: time)
    case .cancelled:
      attempt.cancel()
      throw CancellationError()
    case .storeEnds:
      await attempt.stopStore()
      throw CancellationError()
    default: break
    }
    let sends = HeldSends(of: effect, in: self)
    let result = await SimulatedEffect.$attempt.withValue(effect) {
      await self.result(of: attempt, fault, sends)
    }
    await sends.finish()
    switch fault {
    case .failsAfterwards: throw schedule.faults.error(effect)
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
        try await operate(attempt, until: time)
      } else {
        try await attempt.operate(sendingThrough: sends)
      }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// Does what an effect says, and has it end after a while.
  private func operate(_ attempt: EffectAttempt, until time: Duration) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await attempt.operate() }
      group.addTask { try await pause(for: time) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Sleeps for a while that is not itself late.
  func pause(for time: Duration) async throws {
    guard time > .zero else { return }
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
final class HeldSends: SendHold {
  private struct State {
    var waiting: [(send: @Sendable () -> Void, time: TestClock.Instant)] = []
    var count = 0
    var last: (@Sendable () -> Void)?
    var pump: Task<Void, Never>?
  }

  private let state = Locked(State())
  private let effect: SimulatedEffect
  private let simulation: EffectSimulation

  init(of effect: SimulatedEffect, in simulation: EffectSimulation) {
    self.effect = effect
    self.simulation = simulation
  }

  func hold(_ send: @escaping @Sendable () -> Void) {
    let number = state.withLock { state in
      state.count += 1
      state.last = send
      return state.count
    }
    let time = simulation.clock.now.advanced(by: simulation.schedule.lateness(.send(number), of: effect))
    let now = simulation.clock.now
    let isHeld = state.withLock { state in
      guard time > now || !state.waiting.isEmpty else { return false }
      state.waiting.append((send, time))
      // Ends when nothing waits; `finish()` waits for it.
      if state.pump == nil {
        state.pump = Task.detached(executorPreference: simulation.executor) { await self.handOver() }
      }
      return true
    }
    if !isHeld { send() }
  }

  func release() {
    for waiting in takeAll() { waiting() }
  }

  /// Waits until all was handed over; at once where the effect is cancelled meanwhile.
  func finish() async {
    while let pump = state.withLock({ $0.pump }) {
      await withTaskCancellationHandler {
        await pump.value
      } onCancel: {
        pump.cancel()
      }
    }
  }

  /// Sends the last action once more; `false` where there was none.
  func sendAgain() -> Bool {
    guard let last = state.withLock({ $0.last }) else { return false }
    last()
    return true
  }

  private func handOver() async {
    while let time = state.withLock({ $0.waiting.first?.time }) {
      do {
        try await simulation.clock.sleep(untilExactly: time)
      } catch {
        // What was sent before a timeout is handled; of a cancelled effect the store drops it.
        for send in takeAll() { send() }
      }
      // It may have been released meanwhile.
      let send: (@Sendable () -> Void)? = state.withLock { state in
        guard let first = state.waiting.first, first.time <= time else { return nil }
        return state.waiting.removeFirst().send
      }
      send?()
    }
    state.withLock { $0.pump = nil }
  }

  private func takeAll() -> [@Sendable () -> Void] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting.map(\.send)
    }
  }
}
