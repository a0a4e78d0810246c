package import StoreCore

/// The parameters of the checkout feature.
package struct CheckoutParameters: Equatable, Sendable {
  /// The time that a step takes.
  package var stepTime: Duration

  /// The time that the payment takes.
  package var payTime: Duration

  /// How often the payment fails before it succeeds.
  package var failures: Int

  /// The time after which an attempt counts as failed.
  package var timeout: Duration

  /// How often a step is tried at most.
  package var attempts: Int

  /// The wait before the second attempt; each later one is twice as long.
  package var delay: Duration

  /// The longest wait.
  package var cap: Duration

  /// The greatest part of a wait that may be left out.
  package var jitter: Double

  /// The seed of the jitter, so that every play has the same waits.
  package var seed: Int

  /// Creates parameters.
  package init(
    stepTime: Duration = .milliseconds(100),
    payTime: Duration? = nil,
    failures: Int = 0,
    timeout: Duration = .seconds(1),
    attempts: Int = 3,
    delay: Duration = .milliseconds(200),
    cap: Duration = .seconds(2),
    jitter: Double = 0,
    seed: Int = 1
  ) {
    self.stepTime = stepTime
    self.payTime = payTime ?? stepTime
    self.failures = failures
    self.timeout = timeout
    self.attempts = attempts
    self.delay = delay
    self.cap = cap
    self.jitter = jitter
    self.seed = seed
  }

  /// When a step is tried again.
  package var retry: RetryPolicy {
    RetryPolicy(attempts: attempts, delay: delay, cap: cap, jitter: jitter, seed: UInt64(seed))
  }
}
