/// How often a failed operation is run again, and how long to wait before.
///
/// The first wait is `delay`, each later one `multiplier` times the one before, and none is longer than `cap`. With
/// jitter, a part of each wait is left out at random, so that many clients do not come back at once.
///
/// ```swift
/// RetryPolicy(attempts: 4, delay: .milliseconds(200), cap: .seconds(2))  // waits 200, 400 and 800 ms
/// ```
public struct RetryPolicy: Sendable {
  /// How often the operation is run at most, the first time included; at least 1.
  public var attempts: Int

  /// The wait before the second attempt.
  public var delay: Duration

  /// What each wait is multiplied by for the next one; at least 1.
  public var multiplier: Double

  /// The longest wait; `nil` sets no bound.
  public var cap: Duration?

  /// The greatest part of a wait that may be left out, from 0 to 1.
  public var jitter: Double

  /// The seed of the jitter.
  ///
  /// With one, every run has the same waits; without, they are random.
  public var seed: UInt64?

  /// Whether an error is worth another attempt.
  ///
  /// What a cancelled effect throws never is.
  public var isRetryable: @Sendable (any Error) -> Bool

  /// Creates a policy; without arguments it makes three attempts, 1 and 2 seconds apart.
  public init(
    attempts: Int = 3,
    delay: Duration = .seconds(1),
    multiplier: Double = 2,
    cap: Duration? = nil,
    jitter: Double = 0,
    seed: UInt64? = nil,
    isRetryable: @escaping @Sendable (any Error) -> Bool = { _ in true }
  ) {
    self.attempts = attempts
    self.delay = delay
    self.multiplier = multiplier
    self.cap = cap
    self.jitter = jitter
    self.seed = seed
    self.isRetryable = isRetryable
    check()
  }

  /// Stops the program where a value makes no sense.
  ///
  /// Called again before use: the properties are variables.
  func check() {
    precondition(attempts >= 1, "A retry policy needs at least one attempt: the first.")
    precondition(multiplier >= 1, "A retry policy's waits do not get shorter: the multiplier is at least 1.")
    precondition((0...1).contains(jitter), "A retry policy's jitter is a part of the wait, from 0 to 1.")
  }
}
