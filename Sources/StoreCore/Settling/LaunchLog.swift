/// When effects were launched and by which action, in a store whose executor is an ``EffectExecutor``.
///
/// Others do without: it costs a box for each action.
final class LaunchLog: Sendable {
  /// A launch.
  struct Launch {
    let time: ContinuousClock.Instant
    /// `nil` for an effect that no action has launched.
    let action: (any Sendable)?
  }

  private struct State {
    var handled: (any Sendable)?
    var launches: [CancellationToken: Launch] = [:]
    var sweepCount = 64
  }

  private let state = Locked(State())

  /// Notes the action whose effects are launched next; `nil` for a launch without one.
  func note(_ action: (any Sendable)?) {
    // What was there goes outside of the lock: it is a user's.
    _ = state.withLock { state in
      let previous = state.handled
      state.handled = action
      return previous
    }
  }

  /// Notes a launch.
  ///
  /// - Parameters:
  ///   - token: The effect.
  ///   - living: The effects that have not ended, asked for now and then to forget the others.
  func note(_ token: CancellationToken, living: () -> Set<CancellationToken>) {
    let now = ContinuousClock.now
    let isFull = state.withLock { state in
      state.launches[token] = Launch(time: now, action: state.handled)
      return state.launches.count >= state.sweepCount
    }
    guard isFull else { return }
    let living = living()
    _ = state.withLock { state in
      let launches = state.launches
      state.launches = launches.filter { living.contains($0.key) || $0.key >= token }
      state.sweepCount = max(64, state.launches.count * 2)
      return launches
    }
  }

  subscript(token: CancellationToken) -> Launch? {
    state.withLock { $0.launches[token] }
  }

  /// How many launches it remembers, for tests of its bounds.
  var count: Int { state.withLock { $0.launches.count } }
}
