import Dispatch
import Foundation

// Combine's declarations say nothing about isolation. What that takes is here, and nowhere else.

/// A value of a type that Combine, or a user of it, does not declare as Sendable.
///
/// Each use says why it is safe.
// Sendable: the duty is with those who use it, as said.
struct Unannotated<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// A value behind a lock, of a type that Combine does not declare as Sendable.
///
/// What is in it has to be of a kind that may be used and let go of by any thread, one at a time, as subscriptions are.
final class Guarded<Value>: Sendable {
  private let lock = NSLock()
  // Unsafe: used under the lock.
  nonisolated(unsafe) private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}

extension MainActor {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the caller is on the main actor, for calls whose isolation nobody has declared.
  ///
  /// It is asked of the queue, as the main actor's work is the main queue's: on Linux any thread may do it.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }

  /// Does something on the main actor: now, where the caller is there, else in a later turn.
  static func perform(_ body: @escaping @MainActor @Sendable () -> Void) {
    if isCurrent {
      assumeIsolated(body)
    } else {
      // Ends by itself, at once.
      Task.detached { @MainActor in body() }
    }
  }
}
