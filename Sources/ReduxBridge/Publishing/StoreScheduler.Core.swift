import CombineShim
import DequeModule
import StoreCore

/// An action that Combine schedules, to be performed on the main actor.
// Combine lets a scheduler perform and release it on any thread: this one performs it on the main actor.
typealias ScheduledAction = Unannotated<() -> Void>

extension StoreScheduler {
  /// The actions of one scheduler that are on their way.
  final class Core: Sendable {
    private struct Call {
      let action: ScheduledAction
      var task: Task<Void, Never>?
    }

    private struct State {
      /// Those without a time.
      var next: Deque<ScheduledAction> = []
      var calls: [Int: Call] = [:]
      var callCount = 0
      var hasEnded = false
      var storeEnd: StoreSubscription?
    }

    private let state = Guarded(State())
    private let executor: (any TaskExecutor)?
    let elapsed: @Sendable () -> Duration
    private let sleep: @Sendable (_ offset: Duration, _ tolerance: Duration) async throws -> Void

    init(clock: any Clock<Duration>, executor: (any TaskExecutor)?) {
      self.executor = executor
      (elapsed, sleep) = Self.time(of: clock)
    }

    private static func time(
      of clock: some Clock<Duration>
    ) -> (@Sendable () -> Duration, @Sendable (Duration, Duration) async throws -> Void) {
      let start = clock.now
      return (
        { start.duration(to: clock.now) },
        { try await clock.sleep(until: start.advanced(by: $0), tolerance: $1 > .zero ? $1 : nil) }
      )
    }

    deinit { state.withLock { $0.storeEnd }?.cancel() }

    // MARK: The end of the store

    func end(with store: some StoreEngine) {
      let subscription = store.whenEnded { [weak self] in self?.end() }
      state.withLock { $0.storeEnd = subscription }
    }

    private func end() {
      // Released outside of the lock: they may be the last to keep something of the user.
      let (calls, next) = state.withLock { state in
        state.hasEnded = true
        defer {
          state.calls = [:]
          state.next = []
        }
        return (state.calls, state.next)
      }
      for call in calls.values { call.task?.cancel() }
      withExtendedLifetime(next) {}
    }

    // MARK: Without a time

    /// Performs an action after those before it.
    ///
    /// By way of the executor, which then sees what follows from it; in whatever order that runs its jobs, the actions
    /// come one after another.
    func schedule(_ action: ScheduledAction) {
      let isDropped = state.withLock { state in
        if !state.hasEnded { state.next.append(action) }
        return state.hasEnded
      }
      guard !isDropped else { return }
      // It ends by itself, at once.
      Task.detached(executorPreference: executor) { await self.performNext() }
    }

    @MainActor
    private func performNext() {
      let action = state.withLock { $0.next.popFirst() }
      action?.value()
    }

    // MARK: At a time

    /// Performs an action at a time, and at intervals after it; returns a number to cancel it by.
    func schedule(
      _ action: ScheduledAction,
      at start: Duration,
      every interval: Duration?,
      _ tolerance: Duration
    ) -> Int {
      let number: Int? = state.withLock { state in
        guard !state.hasEnded else { return nil }
        state.callCount += 1
        state.calls[state.callCount] = Call(action: action)
        return state.callCount
      }
      guard let number else { return 0 }
      // It ends when it was performed, if it is not repeated, when it is cancelled, and with the store.
      let task = Task.detached(executorPreference: executor) {
        var time = start
        while (try? await self.sleep(time, tolerance)) != nil, await self.perform(number, isRepeated: interval != nil),
          let interval
        {
          let now = self.elapsed()
          time += interval
          if time < now { time += interval * Int((now - time) / interval) + interval }
        }
        self.cancel(number)
      }
      let isCancelled = state.withLock { state in
        state.calls[number]?.task = task
        return state.calls[number] == nil
      }
      if isCancelled { task.cancel() }
      return number
    }

    /// Performs an action unless it was cancelled; returns whether it is still scheduled after that.
    @MainActor
    private func perform(_ number: Int, isRepeated: Bool) -> Bool {
      let call = state.withLock { isRepeated ? $0.calls[number] : $0.calls.removeValue(forKey: number) }
      guard let call else { return false }
      call.action.value()
      return isRepeated && state.withLock { $0.calls[number] != nil }
    }

    func cancel(_ number: Int) {
      let call = state.withLock { $0.calls.removeValue(forKey: number) }
      call?.task?.cancel()
    }

    /// The number of actions on their way, for tests of its bounds.
    var count: Int { state.withLock { $0.calls.count + $0.next.count } }
  }
}
