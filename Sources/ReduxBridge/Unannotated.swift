import Dispatch
import Foundation

// Combine's declarations say nothing about isolation. All workarounds for that are here.

/// A value of a type that Combine, or its user, does not declare as Sendable.
///
/// Each use says why it is safe.
// Sendable: each use has to be safe, as said above.
struct Unannotated<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// A value behind a lock, of a type that Combine does not declare as Sendable.
///
/// The value has to allow use and release on any thread, one at a time, as subscriptions do.
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

  /// Whether the caller is on the main actor, for calls without a declared isolation.
  ///
  /// It checks the queue, not the thread: the main actor's work is the main queue's, which any thread may run on Linux.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }

  /// Calls a function on the main actor: at once if the caller is there, or else in a later turn.
  static func perform(_ body: @escaping @MainActor @Sendable () -> Void) {
    if isCurrent {
      assumeIsolated(body)
    } else {
      // Ends by itself, at once.
      Task.detached { @MainActor in body() }
    }
  }
}
