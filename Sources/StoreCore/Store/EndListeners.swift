/// The listeners for the end of one store.
final class EndListeners: Sendable {
  private struct State {
    var bodies: [Int: @Sendable () -> Void] = [:]
    var nextKey = 0
    var hasEnded = false
  }

  private let state = Locked(State())

  /// Adds a listener, which is called at once where the store was deallocated.
  func add(_ body: @escaping @Sendable () -> Void) -> EndSubscription {
    let (key, hasEnded) = state.withLock { state in
      state.nextKey += 1
      if !state.hasEnded { state.bodies[state.nextKey] = body }
      return (state.nextKey, state.hasEnded)
    }
    if hasEnded { body() }
    return EndSubscription(self, key: key)
  }

  func remove(_ key: Int) {
    // Let go of outside of the lock: its end may be a user's code.
    let body = state.withLock { $0.bodies.removeValue(forKey: key) }
    withExtendedLifetime(body) {}
  }

  /// Tells everybody, in the order in which they came; the first time alone.
  func end() {
    let bodies = state.withLock { state in
      defer { state.bodies = [:] }
      state.hasEnded = true
      return state.bodies
    }
    for key in bodies.keys.sorted() {
      bodies[key]?()
    }
  }
}
