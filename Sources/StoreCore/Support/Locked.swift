public import Synchronization

/// A value behind a lock: a `Mutex` that the thread sanitizer understands.
///
/// The slow path of the library's lock, taken when threads contend, is not instrumented, so the sanitizer would report
/// what happens under the lock as races. In its builds, a flag that is read after locking and written before unlocking
/// shows it the order; other builds have the lock alone.
@usableFromInline
package struct Locked<Value: ~Copyable>: ~Copyable {
  @usableFromInline let mutex: Mutex<Value>
  #if STORE_ENGINES_THREAD_SANITIZER
  @usableFromInline let order = Atomic<Bool>(false)
  #endif

  @inlinable
  package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  @inlinable
  package borrowing func withLock<Result: ~Copyable>(
    _ body: (inout sending Value) -> sending Result
  ) -> sending Result {
    mutex.withLock { value in
      #if STORE_ENGINES_THREAD_SANITIZER
      _ = order.load(ordering: .acquiring)
      defer { order.store(true, ordering: .releasing) }
      #endif
      return body(&value)
    }
  }
}

extension Locked: Sendable where Value: ~Copyable {}
