/// The number of attempts at an operation that fails, and the waits between them.
///
/// The first wait is `delay`, each later one `multiplier` times the one before, and none is longer than `cap`. With
/// jitter, a part of each wait is left out at random, so that many clients do not retry at once.
///
/// ```swift
/// RetryPolicy(attempts: 4, delay: .milliseconds(200), cap: .seconds(2))  // waits 200, 400 and 800 ms
/// ```
public struct RetryPolicy: Sendable {
  /// The maximum number of attempts, including the first one; at least 1.
  public var attempts: Int

  /// The wait before the second attempt; a negative one counts as zero.
  public var delay: Duration

  /// The factor from each wait to the next one; at least 1.
  ///
  /// If it is infinite, each wait after the first one is the longest.
  public var multiplier: Double

  /// The longest wait; with `nil` only the bound of all waits applies, a hundred years.
  public var cap: Duration?

  /// The greatest part of a wait that may be left out, from 0 to 1.
  public var jitter: Double

  /// The seed of the jitter.
  ///
  /// With a seed, every run has the same waits; without one, they are random.
  public var seed: UInt64?

  /// Whether an error is worth another attempt.
  ///
  /// An error of a cancelled effect never is.
  public var isRetryable: @Sendable (any Error) -> Bool

  /// The place where the policy was created.
  private let fileID: StaticString
  private let line: UInt

  /// Creates a policy; without arguments it makes three attempts, 1 and 2 seconds apart.
  ///
  /// An invalid value ends the process with a message at the line of this call, even if it was set later: leave
  /// `fileID` and `line` out.
  public init(
    attempts: Int = 3,
    delay: Duration = .seconds(1),
    multiplier: Double = 2,
    cap: Duration? = nil,
    jitter: Double = 0,
    seed: UInt64? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    isRetryable: @escaping @Sendable (any Error) -> Bool = { _ in true }
  ) {
    self.attempts = attempts
    self.delay = delay
    self.multiplier = multiplier
    self.cap = cap
    self.jitter = jitter
    self.seed = seed
    self.isRetryable = isRetryable
    self.fileID = fileID
    self.line = line
    check()
  }

  /// Ends the process if a value is invalid; called again before use, as the properties are variables.
  func check() {
    require(attempts >= 1, fileID, line) {
      """
      A retry policy was given \(attempts) attempts.

      The first attempt counts too, so that with less than one the operation would never run.

      Give it 'attempts: 1' or more.
      """
    }
    // This fails for NaN too.
    require(multiplier >= 1, fileID, line) {
      """
      A retry policy was given the multiplier \(multiplier).

      Each wait is the one before times the multiplier, and waits do not get shorter.

      Give it 'multiplier: 1' or more, and bound the waits by 'cap:'.
      """
    }
    require((0...1).contains(jitter), fileID, line) {
      """
      A retry policy was given the jitter \(jitter).

      The jitter is the part of each wait that may be left out, which is at most the whole wait.

      Give it a 'jitter:' from 0 to 1.
      """
    }
  }
}

/// Runs an operation again when it fails.
struct Retry: OperationModifier {
  let policy: RetryPolicy
  let clock: EffectClock

  func run(isRepeatable: Bool, _ operation: @escaping @Sendable () async throws -> Void) async throws {
    var waits = RetryWaits(policy)
    var attempt = 1
    while true {
      let wait: Duration
      do {
        return try await operation()
      } catch {
        guard isRepeatable, attempt < policy.attempts, !Task.isCancelled, policy.isRetryable(error) else { throw error }
        attempt += 1
        wait = waits.nextWait()
        EffectPause.retry(attempt: attempt, of: policy.attempts, after: error, wait: wait).tell()
      }
      // Without a wait, let other tasks run: the loop is the library's own.
      if wait <= .zero { await Task.yield() }
      try await clock.sleep(for: wait)
    }
  }
}

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

  package mutating func nextWait() -> Duration {
    let limit = EffectClock.wait(for: policy.cap ?? EffectClock.longestWait)
    let wait = min(next, limit)
    // Zero stays zero, even times infinity. Compared before multiplying: the product might not fit a duration.
    if wait > .zero {
      next = limit / wait <= policy.multiplier ? limit : wait * policy.multiplier
    }
    guard policy.jitter > 0 else { return wait }
    return wait * (1 - policy.jitter * Double.random(in: 0..<1, using: &random))
  }
}
