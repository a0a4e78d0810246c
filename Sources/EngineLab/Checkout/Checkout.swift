import StoreCore
import Synchronization

/// A checkout in three steps, each with retries and a timeout.
struct Checkout: LabFeature {
  /// The time for a step.
  var stepTime: Duration = .milliseconds(100)
  /// The time for the payment; by default that of a step.
  var payTime: Duration?
  /// The number of times that the payment fails before it succeeds.
  var failures = 0
  /// The time after which an attempt counts as failed.
  var timeout: Duration = .seconds(1)
  /// The most attempts at a step.
  var attempts = 3
  /// The wait before the second attempt; each later one is twice as long.
  var delay: Duration = .milliseconds(200)
  var cap: Duration = .seconds(2)
  /// The greatest part of a wait that may be left out.
  var jitter = 0.0
  /// The seed of the jitter, so that every play has the same waits.
  var seed = 1

  struct State: Equatable, Sendable {
    var activity = Activity.idle
    var done: [Step] = []
    var attempts: [Step: Int] = [:]
  }

  enum Activity: Equatable, Sendable {
    case idle, buying, confirmed, cancelled
    case failed(String)
  }

  /// A step of a purchase, in the order of the steps.
  enum Step: String, CaseIterable, Sendable {
    /// Reserves the goods.
    case reserve
    /// Takes the money.
    case pay
    /// Sends the goods.
    case confirm
  }

  enum Action: Equatable, Sendable {
    /// Buys; does nothing during a purchase.
    case buyTapped
    case cancelTapped
    case attempted(Step)
    case attemptFailed(Step, message: String)
    case completed(Step)
    case failed(message: String)
  }

  struct Environment: Sendable {
    let shop: Shop
    let timeout: Duration
    /// The policy by which a failed step is tried again.
    let retry: RetryPolicy

    /// Attempts a step once, and reports on it.
    func attempt(_ step: Step, send: (Action) -> Void) async throws {
      send(.attempted(step))
      do {
        try await shop.perform(step)
        send(.completed(step))
      } catch {
        // Nothing that a cancelled effect sends is handled, so a cancellation seen here is the timeout's.
        send(.attemptFailed(step, message: error is CancellationError ? "it took too long" : "\(error)"))
        throw error
      }
    }
  }

  static let name = "checkout"

  static func maker(on engine: LabEngine) -> Host<Checkout>.Maker { engine.checkout }

  var paymentTime: Duration { payTime ?? stepTime }

  static var readers: Readers {
    [
      "stepTime": { $0.stepTime = try $1.time() },
      "payTime": { $0.payTime = try $1.time() },
      "failures": { $0.failures = try $1.integer(in: 0...100) },
      "timeout": { $0.timeout = try $1.time() },
      "attempts": { $0.attempts = try $1.integer(in: 1...100) },
      "delay": { $0.delay = try $1.time() },
      "cap": { $0.cap = try $1.time() },
      "jitter": { $0.jitter = try $1.fraction() },
      "seed": { $0.seed = try $1.integer(in: 0...1_000_000) },
    ]
  }

  func environment(in world: World) -> Environment {
    Environment(
      shop: Shop(parameters: self, clock: world.clock),
      timeout: timeout,
      retry: RetryPolicy(attempts: attempts, delay: delay, cap: cap, jitter: jitter, seed: UInt64(seed))
    )
  }

  func setting(files: Corpus) -> String {
    let payments = paymentTime == stepTime ? "" : ", payments of \(paymentTime.shortText)"
    let limits = "timeout after \(timeout.shortText), \(attempts.counting("attempt")) at most"
    return "Steps of \(stepTime.shortText)\(payments), \(limits)"
  }
}

extension Checkout.State: FeatureState {
  private var words: String {
    if case .failed(let message) = activity { "failed: \(message.printable)" } else { "\(activity)" }
  }

  private var attemptsText: String {
    let steps = Checkout.Step.allCases.compactMap { step in attempts[step].map { "\(step.rawValue) \($0)" } }
    return steps.isEmpty ? "none" : steps.joined(separator: ", ")
  }

  var phase: String { progressText }

  var progressText: String { attempts.isEmpty ? words : "\(words), \(attemptsText)" }

  var rows: [FinalState.Row] {
    [
      FinalState.Row("Checkout", words),
      FinalState.Row("Done", done.isEmpty ? "none" : done.map(\.rawValue).joined(separator: ", ")),
      FinalState.Row("Attempts", attemptsText),
    ]
  }
}

extension Checkout.Action: FeatureAction {
  static var commands: Commands {
    ["buy": { try $0.confirm(.buyTapped) }, "cancel": { try $0.confirm(.cancelTapped) }]
  }

  var event: FeatureEvent? {
    switch self {
    case .buyTapped: FeatureEvent("buy requested")
    case .cancelTapped: FeatureEvent("cancel requested")
    case .attempted(let step): FeatureEvent("\(step.rawValue) started", .begins(step.rawValue))
    // After a failed attempt the step continues: it waits for the next attempt.
    case .attemptFailed(let step, let message): FeatureEvent("\(step.rawValue) failed: \(message.printable)")
    case .completed(let step): FeatureEvent("\(step.rawValue) done", .ends)
    case .failed(let message): FeatureEvent("checkout failed: \(message.printable)", .ends)
    }
  }
}

/// A shop that takes time on a clock, and whose payments fail at first.
final class Shop: Sendable {
  private let parameters: Checkout
  private let clock: any Clock<Duration>
  private let failuresLeft: Mutex<Int>

  init(parameters: Checkout, clock: any Clock<Duration>) {
    self.parameters = parameters
    self.clock = clock
    failuresLeft = Mutex(parameters.failures)
  }

  func perform(_ step: Checkout.Step) async throws {
    try await clock.sleep(for: step == .pay ? parameters.paymentTime : parameters.stepTime)
    guard step == .pay else { return }
    let fails = failuresLeft.withLock { left in
      defer { left -= 1 }
      return left > 0
    }
    if fails { throw ServiceError(description: "the payment service is unavailable") }
  }
}
