/// The waits of one run under a retry policy, one after another.
package struct RetryWaits {
  private let policy: RetryPolicy
  private var next: Duration
  private var random: SeededGenerator

  package init(_ policy: RetryPolicy) {
    policy.check()
    self.policy = policy
    next = policy.delay
    random = SeededGenerator(seed: policy.seed ?? .random(in: .min ... .max))
  }

  /// The wait before the next attempt.
  package mutating func nextWait() -> Duration {
    let limit = min(policy.cap ?? EffectClock.longestWait, EffectClock.longestWait)
    let wait = min(next, limit)
    // Compared before it is multiplied: the product could be more than a duration holds.
    let isLast = wait > .zero && limit / wait <= policy.multiplier
    next = isLast ? limit : wait * policy.multiplier
    guard policy.jitter > 0 else { return wait }
    return wait * (1 - policy.jitter * Double.random(in: 0..<1, using: &random))
  }
}
