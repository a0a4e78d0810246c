/// The waits of one run under a retry policy, one after another.
package struct RetryWaits {
  private let policy: RetryPolicy
  private var next: Duration
  private var random: SeededGenerator

  package init(_ policy: RetryPolicy) {
    policy.check()
    self.policy = policy
    next = EffectClock.wait(for: policy.delay)
    random = SeededGenerator(seed: policy.seed ?? .random(in: .min ... .max))
  }

  /// The wait before the next attempt.
  package mutating func nextWait() -> Duration {
    let limit = EffectClock.wait(for: policy.cap ?? EffectClock.longestWait)
    let wait = min(next, limit)
    // Zero stays zero, also times infinity. Compared before it is multiplied: the product could be more than a duration
    // holds.
    if wait > .zero {
      next = limit / wait <= policy.multiplier ? limit : wait * policy.multiplier
    }
    guard policy.jitter > 0 else { return wait }
    return wait * (1 - policy.jitter * Double.random(in: 0..<1, using: &random))
  }
}
