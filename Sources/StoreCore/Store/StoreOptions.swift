public import Logging

/// The settings of a store beside its state and its handler.
public struct StoreOptions: Sendable {
  /// The store's name, as logs show it.
  public var name: String?

  /// The executor that effects prefer, for example a deterministic one in tests.
  ///
  /// `nil` leaves them in the global pool. Effects that hop to an actor leave the executor meanwhile.
  public var executor: (any TaskExecutor)?

  /// The clock of the time modifiers of effects, unless they are given one of their own.
  ///
  /// Without one it is the system's continuous clock.
  public var clock: (any Clock<Duration>)?

  /// A stand-in for the surroundings of effects, in simulations.
  ///
  /// Without one an effect does what it says.
  public var effectInterceptor: (any EffectInterceptor)?

  /// The observers from the beginning; more can be added by ``Runtime/observe(_:)``.
  ///
  /// Without one, observation costs one check.
  public var observers: [any RuntimeObserver]

  /// The handler of issues: misuse that is found while the program runs.
  ///
  /// It is called on the thread that found the issue. Without a handler they go to ``RuntimeIssueHandler``.
  public var onIssue: (@Sendable (RuntimeIssue) -> Void)?

  /// The number of actions that one action may cause without a pause.
  ///
  /// It counts the actions that a handler emits, or that are sent while one is handled, and those that they cause in
  /// turn; the writes of a state by those who hear of its changes, where it can be written from outside; by themselves, the
  /// programs that are launched meanwhile; and for effects, how often the action of one, or what is sent at its end,
  /// launches the next without any of them ever suspending. What goes on beyond it is dropped, with an issue that shows the
  /// actions that repeat; the store goes on. Observers are told of so many drops again, and of no more. Writes that are each
  /// made when the one before is about to be made are inside each other, and end at 50 whatever the limit is.
  public var chainLimit: Int

  /// The handler of errors that no effect program catches.
  ///
  /// It is called on the main actor.
  ///
  /// Without a hook such an error is logged at `error` level, with the store, the effect, the action that launched it and
  /// the place of the send, and observers are told by ``RuntimeEvent/Kind/errorUncaught(_:)``. An error that a cancel of
  /// ours caused is never reported.
  public var onError: (@MainActor @Sendable (any Error, EffectInfo) -> Void)?

  /// The logger for errors without a hook and for issues without a handler; without one, a logger labelled with the
  /// store's name is made.
  public var logger: Logger?

  /// Whether the state before an action can be read from its store while a pure reducer handles that action.
  ///
  /// Engines whose reducer takes its state over give up the old value, so that the reducer can change it in
  /// place. With `true` they keep it: `store.state` read inside the reducer is then the state before the
  /// action, and a change to an array inside copies that array. With `false`, the default, such a read ends the
  /// program with an explanation, in every build and for every type of state. It may be indirect: by a dependency of
  /// the reducer that knows the store, or by a subscriber of another store to which the reducer sent.
  public var keepsStateReadable: Bool

  /// The longest time for which ``Runtime/settle()`` waits until the store is quiet.
  ///
  /// Then it returns, and the store reports ``RuntimeIssue/Kind/notSettled(running:)``.
  ///
  /// With an ``EffectExecutor``, the limit counts only the time that the executor spends running jobs, by the system's
  /// continuous clock, so that a busy machine ends no test. Each call has the whole limit, and so has each waking of a
  /// sleeper by a test clock. Actions that enqueue each other are followed ``chainLimit`` times.
  ///
  /// Without one, the limit counts from the call of `settle()`, by the same clock, in twenty parts. While others hold the
  /// pool or the main actor, so that no effect could go on, at most one part passes. An effect that polls for ever, or
  /// sleeps for longer, uses the limit up. A limit of zero or less is over as soon as something has to be waited for.
  public var settlingLimit: Duration

  /// A minute.
  ///
  /// Long enough for a slow machine, and for a test that settles a store with an effect of some seconds.
  public static let defaultSettlingLimit = Duration.seconds(60)

  /// Creates options.
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
