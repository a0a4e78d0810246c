/// One suspended caller, resumed once, by what it waits for or its own cancellation; or a function that is called.
package final class Waiter: Sendable, Equatable {
  private enum State {
    case initial
    case suspended(UnsafeContinuation<Void, Never>)
    case finished
  }

  private let state = Locked(State.initial)
  private let onFinish: (@Sendable () -> Void)?

  package init(onFinish: (@Sendable () -> Void)? = nil) {
    self.onFinish = onFinish
  }

  /// Suspends until ``finish()``, unless that was called before; to be called once.
  package func wait(isolation: isolated (any Actor)? = #isolation) async {
    // Resumed once: the lock has one caller move it out of the state, or find the state finished before it is put there.
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
    // Named in the closure, which would leave the caller's actor otherwise, and come back through the pool.
    await withTaskCancellationHandler {
      await wait(isolation: isolation)
    } onCancel: {
      finish()
    }
  }

  /// Lets the caller go on; calling it again does nothing.
  package func finish() {
    let continuation: UnsafeContinuation<Void, Never>? = state.withLock { state in
      defer { state = .finished }
      if case .suspended(let continuation) = state { return continuation }
      return nil
    }
    continuation?.resume()
    onFinish?()
  }

  package static func == (lhs: Waiter, rhs: Waiter) -> Bool { lhs === rhs }
}
