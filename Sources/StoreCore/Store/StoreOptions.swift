public import Logging

/// What can be set for a store beside its state and its handler.
public struct StoreOptions: Sendable {
  /// The store's name, as logs show it.
  public var name: String?

  /// The executor that effects prefer, for example a deterministic one in tests.
  ///
  /// `nil` leaves them in the global pool. Effects that hop to an actor leave the executor meanwhile.
  public var executor: (any TaskExecutor)?

  /// What the time modifiers of effects wait on, unless they are given a clock of their own.
  ///
  /// Without one it is the system's continuous clock.
  public var clock: (any Clock<Duration>)?

  /// What is told about actions and effects.
  ///
  /// Without one the cost is a check for `nil`.
  public var observer: (any RuntimeObserver)?

  /// What is told about an error that no effect program catches.
  ///
  /// It is called on the main actor.
  ///
  /// Without a hook such an error is logged at `error` level with the effect's id. An error that a cancel of
  /// ours caused is never reported.
  public var onError: (@MainActor @Sendable (any Error, EffectInfo) -> Void)?

  /// The logger for errors without a hook; without one, a logger labelled with the store's name is made.
  public var logger: Logger?

  /// Whether the state before an action can be read from its store while a pure reducer handles that action.
  ///
  /// Engines whose reducer takes its state over give up the old value, so that the reducer can change it in
  /// place. With `true` they keep it: `store.state` read inside the reducer is then the state before the
  /// action, and a change to an array inside copies that array. With `false`, the default, such a read is an
  /// error that ends the program with an explanation, unless the state is a trivial value, which is always kept.
  public var keepsStateReadable: Bool

  /// Creates options.
  public init(
    name: String? = nil,
    executor: (any TaskExecutor)? = nil,
    clock: (any Clock<Duration>)? = nil,
    observer: (any RuntimeObserver)? = nil,
    onError: (@MainActor @Sendable (any Error, EffectInfo) -> Void)? = nil,
    logger: Logger? = nil,
    keepsStateReadable: Bool = false
  ) {
    self.name = name
    self.executor = executor
    self.clock = clock
    self.observer = observer
    self.onError = onError
    self.logger = logger
    self.keepsStateReadable = keepsStateReadable
  }

  @MainActor
  func report(_ error: any Error, from info: EffectInfo) {
    if let onError {
      onError(error, info)
      return
    }
    let logger = self.logger ?? Logger(label: name.map { "StoreEngines.\($0)" } ?? "StoreEngines")
    var metadata: Logger.Metadata = ["effect.token": "\(info.token.rawValue)"]
    metadata["effect.id"] = info.id.map { "\($0)" }
    logger.error("An effect failed, and nothing catches its error: \(error)", metadata: metadata)
  }
}
