import Synchronization

/// A shop that takes its time on a clock, and whose payments fail at first.
package final class Shop: Sendable {
  private let parameters: CheckoutParameters
  private let clock: any Clock<Duration>
  private let failuresLeft: Mutex<Int>

  /// Creates a shop.
  package init(parameters: CheckoutParameters, clock: any Clock<Duration>) {
    self.parameters = parameters
    self.clock = clock
    failuresLeft = Mutex(parameters.failures)
  }

  /// Does a step of a purchase.
  ///
  /// - Throws: A ``ShopError``, or `CancellationError` once the task is cancelled.
  package func perform(_ step: CheckoutStep) async throws {
    try await clock.sleep(for: step == .pay ? parameters.payTime : parameters.stepTime)
    if step == .pay, takeFailure() { throw ShopError.paymentUnavailable }
  }

  private func takeFailure() -> Bool {
    failuresLeft.withLock { left in
      guard left > 0 else { return false }
      left -= 1
      return true
    }
  }
}
