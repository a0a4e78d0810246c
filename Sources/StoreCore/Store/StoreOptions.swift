public import Logging

/// The settings of a store, apart from its state and its handler.
public struct StoreOptions: Sendable {
  /// The store's name, as logs show it.
  public var name: String?

  /// The executor that effects prefer, for example a deterministic one in tests.
  ///
  /// `nil` leaves them in the global pool. Effects that hop to an actor leave the executor meanwhile.
  ///
  /// In an effect that runs on an executor with threads of its own, do not iterate an operator that holds a lock while
  /// it suspends, such as `merge` of swift-async-algorithms: Swift's runtime may block both the task and a thread that
  /// cancels it. The streams of stream effects are safe there.
  public var executor: (any TaskExecutor)?

  /// The clock that effects' time modifiers use, unless they are given their own.
  ///
  /// `nil` is the system's continuous clock.
  public var clock: (any Clock<Duration>)?

  /// A stand-in for the surroundings of effects, in simulations.
  ///
  /// Without one, effects run as they are.
  package var effectInterceptor: (any EffectInterceptor)?

  /// The first observers of the store; more can be added by ``Runtime/observe(_:)``.
  ///
  /// Without one, observation costs one check.
  public var observers: [any RuntimeObserver]

  /// The handler of issues: misuse that is found while the program runs.
  ///
  /// It is called on the thread that found the issue. Without a handler, issues go to ``RuntimeIssueHandler``.
  public var onIssue: (@Sendable (RuntimeIssue) -> Void)?

  /// The number of times that one action may lead to others without a pause.
  ///
  /// It counts the handlers that emit or send actions, those of these actions that do the same, and so on: however many
  /// one handler sends, or one program emits, they count once. Where the state can be written from outside, it also
  /// counts the writes made in response to changes of the state. Handlers and listeners that launch programs meanwhile
  /// are counted separately. Of effects, it counts how often the action of
  /// one, or what is sent at its end, launches the next without any of them ever suspending. Anything beyond the limit
  /// is dropped, with an issue that shows the actions that repeat; the store goes on. Observers are notified of as many
  /// drops again, and of no more. Writes that are each made when the one before is about to be made are nested, and end
  /// at 50 whatever the limit is. A limit below one counts as one.
  public var chainLimit: Int

  /// The handler of errors that no effect program catches.
  ///
  /// It is called on the main actor.
  ///
  /// Without a hook such an error is logged at `error` level, with the store, the effect, the action that launched it
  /// and the place of the send, and observers are notified by ``RuntimeEvent/Kind/errorUncaught(_:)``. An error that
  /// the cancellation of its effect caused is never reported.
  public var onError: (@MainActor @Sendable (any Error, EffectInfo) -> Void)?

  /// The logger for errors without a hook and for issues without a handler; without one, a logger labelled with the
  /// store's name is made.
  public var logger: Logger?

  /// Whether the state before an action can be read from its store while a pure reducer handles that action.
  ///
  /// An engine whose reducer takes the state over gives up the old value, so that the reducer can change it in place.
  /// With `true` it keeps it: `store.state` read inside the reducer is then the state before the action, and a change
  /// to an array inside copies that array. With `false`, the default, such a read ends the program with an explanation,
  /// in every build and for every type of state. The read may be indirect: by a dependency of the reducer that knows
  /// the store, or by a subscriber of another store to which the reducer sent.
  public var keepsStateReadable: Bool

  /// The longest time for which ``Runtime/settle()`` waits until the store is quiet.
  ///
  /// After that it returns, and the store reports ``RuntimeIssue/Kind/notSettled(running:)``.
  ///
  /// With an executor for tests, the limit counts only the time that the executor spends running jobs, by the system's
  /// continuous clock, so that a busy machine fails no test. Each call has the whole limit, and so has each waking of a
  /// sleeper by a test clock. Actions that enqueue each other are followed ``chainLimit`` times.
  ///
  /// Without one, the limit counts from the call of `settle()`, by the same clock, in twenty parts. While other work
  /// holds the pool or the main actor, so that no effect could go on, at most one part passes. An effect that polls for
  /// ever, or sleeps for longer, uses up the limit. A limit of zero or less is over as soon as something has to be
  /// waited for.
  public var settlingLimit: Duration

  /// The default of ``settlingLimit``, a minute.
  ///
  /// It is long enough for a slow machine, and for a test that settles a store with an effect of some seconds.
  public static let defaultSettlingLimit = Duration.seconds(60)

  /// Creates options, with a message that ends the program if `chainLimit` is less than one.
  ///
  /// The arguments after `settlingLimit` are the place of the call, for the message; leave them out.
  public init(
    name: String? = nil,
    executor: (any TaskExecutor)? = nil,
    clock: (any Clock<Duration>)? = nil,
    observers: [any RuntimeObserver] = [],
    onError: (@MainActor @Sendable (any Error, EffectInfo) -> Void)? = nil,
    logger: Logger? = nil,
    onIssue: (@Sendable (RuntimeIssue) -> Void)? = nil,
    chainLimit: Int = 100_000,
    keepsStateReadable: Bool = false,
    settlingLimit: Duration = StoreOptions.defaultSettlingLimit,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    require(chainLimit >= 1, fileID, line) {
      """
      A store was given the chain limit \(chainLimit).

      It is the number of actions that one action may cause: with less than 1 every emitted action would be dropped.

      Give it 1 or more, or leave it out.
      """
    }
    self.name = name
    self.executor = executor
    self.clock = clock
    self.observers = observers
    self.onError = onError
    self.logger = logger
    self.onIssue = onIssue
    self.chainLimit = chainLimit
    self.keepsStateReadable = keepsStateReadable
    self.settlingLimit = settlingLimit
  }

  func log(_ error: UncaughtError) {
    fallbackLogger.log(.error, "\(error)", error.logMetadata, at: error.location)
  }

  func report(_ issue: RuntimeIssue) {
    if let onIssue {
      onIssue(issue)
    } else {
      RuntimeIssueHandler.handle(issue, logger: fallbackLogger)
    }
  }

  private var fallbackLogger: Logger {
    logger ?? Logger(label: name.map { "StoreEngines.\($0)" } ?? "StoreEngines")
  }
}
