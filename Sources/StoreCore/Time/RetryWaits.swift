/// The waits of one run under a retry policy, one after another.
package struct RetryWaits {
  private let policy: RetryPolicy
  private var next: Duration
  private var random: SeededGenerator

  package init(_ policy: RetryPolicy) {
    self.policy = policy
    next = policy.delay
    random = SeededGenerator(seed: policy.seed ?? .random(in: .min ... .max))
  }

  /// The wait before the next attempt.
  package mutating func nextWait() -> Duration {
    let wait = min(next, policy.cap ?? next)
    // Past the cap it stays there, instead of growing until it overflows.
    next = wait == policy.cap ? wait : wait * policy.multiplier
    guard policy.jitter > 0 else { return wait }
    return wait * (1 - policy.jitter * Double.random(in: 0..<1, using: &random))
  }
}
