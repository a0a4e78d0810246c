/// A task executor that can be asked to run all it has, so that a store's `settle()` knows what can still happen.
public protocol EffectExecutor: TaskExecutor {
  /// Runs jobs, also those that they add, until none is left.
  ///
  /// It may stop before, so that others have their turn and time limits are kept: the caller asks again.
  ///
  /// - Returns: whether there was any.
  @MainActor func runUntilIdle() -> Bool

  /// Whether it will run its jobs by itself, in a turn of the main actor that is scheduled already.
  ///
  /// Then `settle()` leaves them to that turn and asks for none. An executor whose jobs all run in such turns runs them at
  /// the same points of the main actor's order each time, however long a settling takes. By default it is `false`, and
  /// jobs run when `settle()` asks.
  @MainActor var isRunDue: Bool { get }

  /// How many jobs have run so far, whoever had them run.
  @MainActor var jobCount: Int { get }

  /// What the stores that have this executor tell it.
  var activity: ExecutorActivity { get }
}

extension EffectExecutor {
  /// `false`: jobs run when `settle()` asks.
  @MainActor public var isRunDue: Bool { false }

  /// Waits until the executor has nothing left to do, not even what jobs on the main actor give it.
  ///
  /// Tasks that go back and forth between the two are followed to their ends. A chain of jobs on the main actor
  /// alone, each of which adds the next one, is followed for three links, and for 64 while an effect's operation on the
  /// main actor has neither ended nor sleeps on a test clock. What waits for something else, such as another executor,
  /// a dispatch queue or a file, is not seen: it may go on later.
  ///
  /// Where it does not become quiet within ``StoreOptions/settlingLimit``, the longest of its stores, it returns, and
  /// the stores report ``RuntimeIssue/Kind/notSettled(running:)``.
  @MainActor
  public func settle() async {
    _ = await SettlingTurns(of: self, limitIsWhole: false).settle()
  }

  /// Waits until the executor is quiet, wakes somebody, and so on until there is nobody to wake.
  ///
  /// - Parameters:
  ///   - limitIsWhole: Whether the time limit is one for all, or one for each time that somebody was woken.
  ///   - wakeNext: Wakes somebody; `false` where there is nobody.
  /// - Returns: whether it became quiet, and there is nobody to wake.
  @MainActor
  package func settle(limitIsWhole: Bool = false, waking wakeNext: @escaping @MainActor () -> Bool) async -> Bool {
    await SettlingTurns(of: self, limitIsWhole: limitIsWhole).settle(waking: wakeNext)
  }
}
