import StoreCore
import Synchronization

/// Large works one after another, each of which is given up if it cannot begin in time.
///
/// What is given up does nothing when its turn comes: a main actor that was held by a debugger has no pile of them to do.
struct OneAtATime: Sendable {
  /// The time in which a work has to begin, and that in which it has to end.
  static let limits = (begin: Duration.seconds(2), end: Duration.seconds(8))

  private let clock: any Clock<Duration>
  private let turnstile = Turnstile()

  init(clock: any Clock<Duration>) { self.clock = clock }

  /// Does a work in its turn.
  ///
  /// - Parameter work: The work. It calls its argument when it begins, and does nothing if that returns `false`.
  /// - Returns: its value; `nil` if it was given up.
  func callAsFunction<Value: Sendable>(
    _ work: @escaping @Sendable (_ begins: @Sendable () -> Bool) async -> Value?
  ) async -> Value? {
    await withCheckedContinuation { continuation in
      let attempt = Attempt(continuation)
      // Both end with the attempt: the work with its value, the watch when it is cancelled.
      let task = Task {
        await turnstile.enter()
        defer { turnstile.leave() }
        let value = attempt.isOver ? nil : await work { attempt.begin() }
        attempt.end(with: value)
      }
      let watch = Task {
        try? await clock.sleep(for: Self.limits.begin)
        if attempt.hasBegun { try? await clock.sleep(for: Self.limits.end - Self.limits.begin) }
        guard !Task.isCancelled else { return }
        attempt.end(with: nil)
        task.cancel()
      }
      attempt.watch(by: watch)
    }
  }
}

/// A work that may be given up.
private final class Attempt<Value: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Value?, Never>?
    var hasBegun = false
    var watch: Task<Void, Never>?
  }

  private let state: Mutex<State>

  init(_ continuation: CheckedContinuation<Value?, Never>) {
    state = Mutex(State(continuation: continuation))
  }

  var isOver: Bool { state.withLock { $0.continuation == nil } }
  var hasBegun: Bool { state.withLock { $0.hasBegun } }

  func watch(by task: Task<Void, Never>) {
    let isOver = state.withLock { state in
      if state.continuation != nil { state.watch = task }
      return state.continuation == nil
    }
    if isOver { task.cancel() }
  }

  /// Notes that the work begins; returns whether it is still wanted.
  func begin() -> Bool {
    state.withLock { state in
      state.hasBegun = true
      return state.continuation != nil
    }
  }

  func end(with value: Value?) {
    let (continuation, watch) = state.withLock { ($0.continuation.take(), $0.watch.take()) }
    watch?.cancel()
    continuation?.resume(returning: value)
  }
}

/// A place that one at a time passes, in the order of coming.
private final class Turnstile: Sendable {
  private let state = Mutex((isTaken: false, waiting: [CheckedContinuation<Void, Never>]()))

  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.isTaken else {
          state.isTaken = true
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  func leave() {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil as CheckedContinuation<Void, Never>?
      }
      return state.waiting.removeFirst()
    }?.resume()
  }
}
