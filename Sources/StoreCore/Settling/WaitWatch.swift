/// Ends the waits that would last for ever, because what they wait for sleeps on a test clock that nobody advances.
///
/// It knows the waits and the sleepers of one executor. When a wait from outside of effects begins, or anything changes
/// while one lasts, a task on the main actor checks whether sleepers hold it up. It gives the wait up if then nothing
/// runs that can be seen, and the clock's ``ManualClock/waitLimit`` passes without a change: only as long can a task
/// that works elsewhere take before it advances the clock. While nobody waits, or nothing sleeps, nothing is checked.
package final class WaitWatch: Sendable {
  private struct State: Sendable {
    var waits: [ObjectIdentifier: WatchedWait] = [:]
    var sleepers: [ObjectIdentifier: ClockSleeper] = [:]
    /// The number of waits that are not made by effects or handlers.
    var outsideCount = 0
    /// The number of calls that advance a clock or wait until all is quiet, after which a test goes on.
    var drivers = 0
    /// The number of changes of the waits from outside and of the drivers so far.
    var periods: UInt = 0
    /// The number of changes so far.
    var changes: UInt = 0
    var isWatching = false
    /// Resumed by the next change.
    var changeWaiter: Waiter?

    var mayHold: Bool { drivers == 0 && outsideCount > 0 && !sleepers.isEmpty }
  }

  /// The number of turns of the main actor in which nothing happens, after which it is quiet.
  ///
  /// It is far more than a call of `settle()` takes, after which the test may advance the clock.
  private static let quietTurns = 64
  /// The same while a sleeper that was woken has not resumed; see ``SettlingTurns``.
  private static let quietTurnsOfWoken = 10_000

  private let state = Locked(State())

  // MARK: Changes

  func begin(_ wait: WatchedWait) {
    change { state in
      state.waits[ObjectIdentifier(wait.waiter)] = wait
      guard wait.isOutside else { return }
      state.outsideCount += 1
      state.periods &+= 1
    }
  }

  /// Notes the end of a wait; `false` if it was given up.
  func end(_ waiter: Waiter) -> Bool {
    state.withLock { Self.remove(waiter, &$0) }
  }

  private static func remove(_ waiter: Waiter, _ state: inout State) -> Bool {
    guard let wait = state.waits.removeValue(forKey: ObjectIdentifier(waiter)) else { return false }
    guard wait.isOutside else { return true }
    state.outsideCount -= 1
    state.periods &+= 1
    return true
  }

  func begin(_ sleep: ObjectIdentifier, _ sleeper: ClockSleeper) { change { $0.sleepers[sleep] = sleeper } }

  func end(_ sleep: ObjectIdentifier) { change { $0.sleepers[sleep] = nil } }

  /// Notes that a test makes a call after which it may advance a clock.
  package func beginDriving() { changeDrivers(by: 1) }

  package func endDriving() { changeDrivers(by: -1) }

  private func changeDrivers(by count: Int) {
    change { state in
      state.drivers += count
      state.periods &+= 1
    }
  }

  /// Notes that effects have ended or begun.
  func noteChange() { change { _ in } }

  /// Makes a change, and begins to watch if there is reason to.
  private func change(_ body: (inout State) -> Void) {
    let (begins, waiter) = state.withLock { state -> (Bool, Waiter?) in
      body(&state)
      state.changes &+= 1
      let begins = !state.isWatching && state.mayHold
      if begins { state.isWatching = true }
      return (begins, state.changeWaiter.take())
    }
    waiter?.finish()
    // It ends when no wait from outside is held up, at the latest when the last one has ended.
    if begins { Task.detached { await self.watch() } }
  }

  /// Whether nothing waits or sleeps, for tests of its bounds.
  package var isEmpty: Bool {
    state.withLock { $0.waits.isEmpty && $0.sleepers.isEmpty && $0.outsideCount == 0 && $0.drivers == 0 }
  }

  /// Whether all that the given stores do is to sleep, so that nothing comes from them before a clock is moved.
  func sleeps(_ tables: [EffectTable]) -> Bool {
    HeldWaits.sleep(in: tables, by: Array(state.withLock { $0.sleepers }.values))
  }

  // MARK: What goes on for ever

  /// A number of the time in which the same waits from outside last and no clock is moved; `nil` if there are none.
  var periodOfWaits: UInt? {
    state.withLock { $0.drivers == 0 && $0.outsideCount > 0 ? $0.periods : nil }
  }

  /// Gives up all waits from outside, because these actions follow each other for ever.
  @MainActor
  func giveUpNeverQuiet(_ actions: [String], isReported: Bool) {
    let waits = state.withLock { state in
      state.waits.values.filter { $0.isOutside && Self.remove($0.waiter, &state) }
    }
    for wait in waits {
      if isReported { wait.reportNeverQuiet(actions) }
      wait.waiter.finish()
    }
  }

  // MARK: Watching

  @MainActor
  private func watch() async {
    while true {
      let changes = changeCount
      let held = heldWaits
      guard !held.isEmpty else {
        if stop(ifStillAt: changes) { return }
        continue
      }
      guard await isQuiet(held, at: changes), await lasts(held, at: changes), await isQuiet(held, at: changes) else {
        continue
      }
      let givenUp = state.withLock { state in
        // A wait that is no longer here has just ended.
        state.changes == changes ? held.filter { Self.remove($0.waiter, &state) } : []
      }
      for wait in givenUp {
        wait.report()
        wait.waiter.finish()
      }
    }
  }

  /// Stops watching, unless something has changed.
  private func stop(ifStillAt changes: UInt) -> Bool {
    state.withLock { state in
      guard state.changes == changes else { return false }
      state.isWatching = false
      return true
    }
  }

  private var changeCount: UInt { state.withLock { $0.changes } }

  private func isStill(at changes: UInt) -> Bool { changeCount == changes }

  private var heldWaits: [WatchedWait] {
    guard state.withLock({ $0.mayHold }) else { return [] }
    let waits = state.withLock { $0.waits }
    let sleepers = state.withLock { $0.sleepers }
    return HeldWaits.all(of: Array(waits.values), by: Array(sleepers.values))
  }

  /// Lets everything run that can; `false` if that changes anything.
  @MainActor
  private func isQuiet(_ held: [WatchedWait], at changes: UInt) async -> Bool {
    let executors = held.flatMap(\.executors)
    var known = (jobs: -1, waking: -1)
    var quietTurns = 0
    while quietTurns < (known.waking > 0 ? Self.quietTurnsOfWoken : Self.quietTurns) {
      guard isStill(at: changes) else { return false }
      for executor in executors where !executor.isRunDue { _ = executor.activity.measure(executor.runUntilIdle) }
      let now = executors.reduce((0, 0)) { ($0.0 &+ $1.jobCount, $0.1 + $1.activity.wakingCount) }
      quietTurns = now == known && !executors.contains(where: \.isRunDue) ? quietTurns + 1 : 0
      known = now
      // By way of the pool: after the tasks that were resumed before.
      await Task.detached { @MainActor in }.value
    }
    return isStill(at: changes)
  }

  /// Waits as long as work may take that cannot be seen; `false` if that changes anything.
  @MainActor
  private func lasts(_ held: [WatchedWait], at changes: UInt) async -> Bool {
    let waiter = Waiter()
    let limit = SettlingLimit(held.map(\.limit).max() ?? .zero) { waiter.finish() }
    defer { limit.cancel() }
    let isStill = state.withLock { state in
      guard state.changes == changes else { return false }
      if !limit.isOver { state.changeWaiter = waiter }
      return true
    }
    if isStill, !limit.isOver { await waiter.wait() }
    return self.isStill(at: changes)
  }
}
