/// The tasks that wait until the windows of throttles end.
///
/// They end with their store.
final class ThrottleTimers: Sendable {
  private struct State {
    /// What runs; without a task where that is being made.
    var tasks: [Int: Task<Void, Never>?] = [:]
    var count = 0
    var isClosed = false
  }

  private let state = Locked(State())

  var count: Int { state.withLock { $0.tasks.count } }

  /// Waits until a window ends, and until those end that come after it.
  func open(_ id: EffectID, _ throttle: Throttle, in table: EffectTable) {
    let ticket = state.withLock { state in
      state.count += 1
      state.tasks[state.count] = .some(nil)
      return state.count
    }
    let timer = Task.detached(executorPreference: table.executor) { [self] in
      var next: Throttle? = throttle
      while let throttle = next, !Task.isCancelled {
        let clock = EffectClock(explicit: throttle.clock ?? table.options.clock)
        // A clock that fails ends the window: it would stay for ever.
        try? await clock.sleep(for: throttle.duration)
        next = Task.isCancelled ? nil : table.endWindow(of: id)
      }
      state.withLock { $0.tasks[ticket] = nil }
    }
    let isClosed = state.withLock { state in
      // It may have ended meanwhile.
      if state.tasks[ticket] != nil {
        state.tasks[ticket] = timer
      }
      return state.isClosed
    }
    if isClosed {
      timer.cancel()
    }
  }

  func close() {
    let tasks = state.withLock { state in
      state.isClosed = true
      return state.tasks.values.compactMap(\.self)
    }
    for task in tasks {
      task.cancel()
    }
  }
}
