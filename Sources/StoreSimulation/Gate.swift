import StoreCore

/// A gate at which tasks wait until it is opened.
///
/// Waiting ignores cancellation, as stubborn work does.
package final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var arrivals = 0
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  package init() {}

  /// The number of tasks that have arrived at the gate so far.
  package var arrivals: Int { state.withLock { $0.arrivals } }

  /// Whether it was opened.
  package var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Waits until the gate is open.
  ///
  /// It stays on its caller's actor, so that a task that passes an open gate does not leave the actor.
  package func pass(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation(isolation: isolation) { continuation in
      let (isOpen, watchers) = state.withLock { state in
        state.arrivals += 1
        let arrivals = state.arrivals
        let ready = state.watchers.filter { $0.count <= arrivals }.map(\.continuation)
        state.watchers.removeAll { $0.count <= arrivals }
        if !state.isOpen { state.waiting.append(continuation) }
        return (state.isOpen, ready)
      }
      for continuation in watchers { continuation.resume() }
      if isOpen { continuation.resume() }
    }
  }

  /// Lets all tasks through from now on.
  package func open() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isOpen = true
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until `count` tasks have arrived at the gate.
  package func waitForArrivals(_ count: Int, isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation(isolation: isolation) { continuation in
      let isThere = state.withLock { state in
        if state.arrivals < count { state.watchers.append((count, continuation)) }
        return state.arrivals >= count
      }
      if isThere { continuation.resume() }
    }
  }
}
