import Foundation

/// A subscription that was made for whoever comes first.
final class OpenedOnce<Element: Sendable, Failure: Error>: Sendable {
  private let lock = NSLock()
  // Unsafe: used under the lock.
  nonisolated(unsafe) private var opened: OpenedElements<Element, Failure>?

  init(_ opened: OpenedElements<Element, Failure>) {
    self.opened = opened
  }

  /// The subscription, the first time.
  func take() -> OpenedElements<Element, Failure>? {
    lock.withLock {
      defer { opened = nil }
      return opened
    }
  }
}
