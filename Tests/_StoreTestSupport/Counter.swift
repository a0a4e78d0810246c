import StoreCore

/// A number that any thread may change, and whose value can be waited for.
package final class Counter: Sendable {
  private struct State {
    var value = 0
    var watchers: [(value: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  package init() {}

  package var value: Int { state.withLock { $0.value } }

  package func add(_ amount: Int = 1) {
    let ready = state.withLock { state in
      state.value += amount
      let value = state.value
      defer { state.watchers.removeAll { $0.value == value } }
      return state.watchers.filter { $0.value == value }.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }

  /// Waits until the number has a value.
  package func wait(for value: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.value != value { state.watchers.append((value, continuation)) }
        return state.value == value
      }
      if isThere { continuation.resume() }
    }
  }
}
