import Synchronization

/// A shop that takes its time on a clock, and whose payments fail at first.
final class Shop: Sendable {
  private let parameters: Checkout.Parameters
  private let clock: any Clock<Duration>
  private let failuresLeft: Mutex<Int>

  /// Creates a shop.
  init(parameters: Checkout.Parameters, clock: any Clock<Duration>) {
    self.parameters = parameters
    self.clock = clock
    failuresLeft = Mutex(parameters.failures)
  }

  /// Does a step of a purchase.
  ///
  /// - Throws: A ``ShopError``, or `CancellationError` once the task is cancelled.
  func perform(_ step: Checkout.Step) async throws {
    try await clock.sleep(for: step == .pay ? parameters.paymentTime : parameters.stepTime)
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

/// Why a step of a purchase can fail.
enum ShopError: Error, Equatable, CustomStringConvertible {
  /// The payment service does not answer as it should.
  case paymentUnavailable

  /// The reason in a few words.
  var description: String { "the payment service is unavailable" }
}
