/// A suspended caller, resumed once by what it waits for or by its own cancellation; or a function called in its place.
package final class Waiter: Sendable, Equatable {
  private enum State {
    case initial
    case suspended(UnsafeContinuation<Void, Never>)
    case calling(@Sendable () -> Void)
    case finished
  }

  private let state: Locked<State>

  package init() { state = Locked(.initial) }

  package init(onFinish: @escaping @Sendable () -> Void) { state = Locked(.calling(onFinish)) }

  /// Suspends until ``finish()``, unless that was called before; to be called once.
  package func wait(isolation: isolated (any Actor)? = #isolation) async {
    // Resumed once: under the lock, it is either moved out of the state, or not put there as the state is finished.
    await withUnsafeContinuation { continuation in
      let isFinished = state.withLock { state in
        if case .finished = state { return true }
        state = .suspended(continuation)
        return false
      }
      if isFinished { continuation.resume() }
    }
  }

  /// Suspends until ``finish()``, or until the caller's task is cancelled.
  package func waitUnlessCancelled(isolation: isolated (any Actor)? = #isolation) async {
    // Passed on explicitly: the closure would otherwise leave the caller's actor, and come back through the pool.
    await withTaskCancellationHandler {
      await wait(isolation: isolation)
    } onCancel: {
      finish()
    }
  }

  /// Resumes the caller, or calls the function; calling it again does nothing.
  package func finish() {
    let former = state.withLock { state in
      defer { state = .finished }
      return state
    }
    switch former {
    case .suspended(let continuation): continuation.resume()
    case .calling(let function): function()
    case .initial, .finished: break
    }
  }

  package static func == (lhs: Waiter, rhs: Waiter) -> Bool { lhs === rhs }
}
