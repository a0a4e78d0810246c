import Synchronization

/// A clock that goes on by more each time somebody looks: 10 ms, 20 ms, 30 ms and so on.
final class Times: Sendable {
  private let state = Mutex((now: Duration.zero, step: Duration.zero))

  func next() -> Duration {
    state.withLock { state in
      state.step += .milliseconds(10)
      state.now += state.step
      return state.now
    }
  }
}
