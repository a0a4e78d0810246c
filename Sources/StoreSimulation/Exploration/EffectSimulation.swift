import StoreCore
import StoreRecording

/// The interceptor of a bench's effects: it delays what they do, or makes it go wrong, as the schedule says.
struct EffectSimulation: EffectInterceptor {
  let schedule: Schedule
  let executor: TestExecutor
  let clock: TestClock

  func intercept(_ attempt: EffectAttempt) async throws {
    let effect = schedule.effects.nextAttempt(of: attempt.effect)
    executor.noteEffect(effect)
    schedule.encounters.begin(effect)
    defer { schedule.encounters.end(effect) }
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

  /// Runs an effect's operation, and ends it after `time` at the latest.
  private func operate(_ attempt: EffectAttempt, until time: Duration, _ sends: HeldSends) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await attempt.operate(sendingThrough: sends) }
      group.addTask { try await pause(for: time) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Sleeps for a duration that the schedule does not extend.
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

/// The late actions of one effect, in order.
///
/// If the answer of the effect is lost, the latest action waits for the next one: the last of all is the answer. If the
/// effect bursts, its actions and elements wait for the time of the burst.
final class HeldSends: SendHold {
  private typealias Item = (send: @Sendable () -> Void, time: TestClock.Instant)

  private struct State {
    var waiting: [Item] = []
    /// The latest action, if the last of all is lost.
    var latest: Item?
    var count = 0
    var last: (@Sendable () -> Void)?
    var pump: Task<Void, Never>?
    /// The number of releases; each ends the pump, which may sleep until the time of an action that no longer waits.
    var releases = 0
    /// Whether the pump is delivering the action that it has removed.
    var isHandingOver = false
    /// The time of the burst, at which all that was sent before comes at once.
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
    // An awaited action is not sent twice: its waiter would be notified twice.
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

  /// Makes an action wait if it is late or others wait before it; returns whether it waits.
  private func isLate(_ item: Item, _ state: inout State) -> Bool {
    guard item.time > simulation.clock.now || !state.waiting.isEmpty || state.isHandingOver else { return false }
    state.waiting.append(item)
    // The pump ends when nothing waits; `finish()` waits for it.
    if state.pump == nil {
      let releases = state.releases
      state.pump = Task.detached(executorPreference: simulation.executor) { await self.handOver(after: releases) }
    }
    return true
  }

  func delay(_ again: @escaping @Sendable () -> Void) async throws {
    try await simulation.pause(for: lateness(ofSend: again))
  }

  func holdElement(_ send: @escaping @Sendable () -> Void) -> Bool {
    let now = simulation.clock.now
    let (isHeld, isFull) = state.withLock { state in
      guard let burst = state.burst else { return (false, false) }
      if state.waiting.count < StreamLimits.capacity - 1 {
        // An element that comes at the time of the burst is after the others.
        let isHeld = isLate((send, max(burst, now)), &state)
        if !isHeld { state.burst = nil }
        return (isHeld, false)
      }
      state.burst = nil
      return (false, true)
    }
    if isFull { releaseWaiting() }
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

  func watching(
    _ operation: @escaping @MainActor @Sendable (AnySend) async throws -> Void,
    readState: @escaping @MainActor @Sendable () -> Any?
  ) -> @MainActor @Sendable (AnySend) async throws -> Void {
    { [self] send in
      let start = simulation.clock.now
      // Copied for a run with a story only, as the first one of an exploration is.
      let before = simulation.schedule.tellsStory ? Self.copy(of: readState()) : nil
      defer {
        // What it has sent may have been handled meanwhile: then a handler has changed the state.
        let hasSent = state.withLock { $0.count } > 0
        simulation.schedule.encounters.noteOperation(
          of: effect,
          isLasting: simulation.clock.now != start,
          hasWritten: !hasSent && before.flatMap { Self.copy(of: readState())?.difference(to: $0) } != nil
        )
      }
      try await operation(send)
    }
  }

  /// Returns a copy of a state that is an object; only such a one is changed by effects.
  private static func copy(of state: Any?) -> StateCopy? {
    guard let state, type(of: state) is AnyClass else { return nil }
    return StateCopy(of: state)
  }

  func release() {
    releaseWaiting()
    state.withLock { $0.latest.take() }?.send()
  }

  private func releaseWaiting() {
    let (waiting, pump) = state.withLock { state in
      defer { state.waiting = [] }
      state.releases += 1
      return (state.waiting, state.pump.take())
    }
    pump?.cancel()
    for item in waiting { item.send() }
  }

  /// Waits until all actions but the lost one are delivered: at once if the effect is cancelled meanwhile.
  func finish() async {
    while let pump = state.withLock({ $0.pump }) {
      await withTaskCancellationHandler {
        await pump.value
      } onCancel: {
        pump.cancel()
      }
    }
  }

  /// Sends the last action, or the last element of a stream, once more; returns `false` if there was none.
  func sendAgain() -> Bool {
    guard let last = state.withLock({ $0.last }) else { return false }
    last()
    return true
  }

  /// Delivers what waits, until nothing does or there is a further release.
  private func handOver(after releases: Int) async {
    while let time = nextTime(after: releases) {
      do {
        try await simulation.clock.sleep(untilExactly: time)
      } catch {
        // What was sent before a timeout is handled; the store drops the actions of a cancelled effect.
        for send in takeAll(after: releases) { send() }
      }
      let send: (@Sendable () -> Void)? = state.withLock { state in
        guard state.releases == releases, let first = state.waiting.first, first.time <= time else { return nil }
        state.isHandingOver = true
        return state.waiting.removeFirst().send
      }
      send?()
    }
  }

  /// Returns the time of the next action; without one, the pump ends.
  private func nextTime(after releases: Int) -> TestClock.Instant? {
    state.withLock { state in
      state.isHandingOver = false
      guard state.releases == releases else { return nil }
      if state.waiting.isEmpty { state.pump = nil }
      return state.waiting.first?.time
    }
  }

  private func takeAll(after releases: Int) -> [@Sendable () -> Void] {
    state.withLock { state in
      guard state.releases == releases else { return [] }
      defer { state.waiting = [] }
      return state.waiting.map(\.send)
    }
  }
}
