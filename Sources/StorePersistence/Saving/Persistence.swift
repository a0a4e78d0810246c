import StoreCore

/// The saving of a part of a store's state, as `persist` has begun it.
///
/// It lasts as long as the store, whether it is kept or not. It is no effect: `cancelAll()` does not end it, and neither
/// `settle()` nor a test's `finish()` waits for it.
@MainActor
public final class Persistence {
  /// The state of saving.
  public enum Status: Sendable {
    /// The present value is saved, as far as is known.
    case saved
    /// A change has not been saved yet.
    case unsaved
    /// The last save failed; the next one is made after a pause, or at the next change.
    case failing(PersistenceFailure)
    /// Nothing is saved.
    case refused(PersistenceFailure)
    /// Saving was cancelled, or its store has ended.
    case ended
  }

  /// A save with the value that it was given.
  typealias Job = @Sendable () throws(PersistenceFailure) -> JobOutcome

  /// What a save has come to.
  enum JobOutcome: Sendable {
    case stored
    case storedBesideTheirs
    /// What is stored was made of two values, and has to be given to the store.
    case resolved(@MainActor @Sendable () -> Void)
  }

  /// Reads the state, and returns the save of what it read, with whether even a first value is to be stored; an object calls
  /// `onWrite` when it is written after that, and is not watched without it.
  typealias ReadJob = @MainActor (_ isAsked: Bool, _ onWrite: (@Sendable () -> Void)?) -> Job

  /// Looks for the value of another process, and returns what gives it to the store.
  typealias Look = @Sendable () -> (@MainActor @Sendable () -> Void)?

  /// What a saver knows of its store, none of which keeps the store.
  struct Owner {
    let table: EffectTable
    let location: CallSite
    let clock: any Clock<Duration>
    let callOnNextChange: @MainActor (@escaping @MainActor () -> Void) -> Void
    let isHandling: @MainActor () -> Bool
    /// Whether an action is handled at once.
    let isAtRest: @MainActor () -> Bool
    /// Sends the action for a failure; `nil` if none was asked for, or the store has ended.
    let send: @MainActor (PersistenceFailure) -> Void?
  }

  private let id: String
  private let lane: SaveLane
  private let owner: Owner
  private let box = StateBox(Status.saved)
  private var machine: SaveMachine
  private let readJob: ReadJob
  private let look: Look?
  private let interval: Duration
  private var wait: Task<Void, Never>?
  private var waitToLook: Task<Void, Never>?
  private var waiters: [(number: Int, resume: (PersistenceFailure?) -> Void)] = []
  private var subscriptions: [StoreSubscription] = []
  /// Whether the next change of the state calls `change()`, and whether the next write of an object does.
  private var (isArmed, isWatching) = (false, false)
  /// Whether a call waits for the next save, which then stores a first value too.
  private var isAsked = false
  /// Why nothing is ever saved.
  private var refusal: PersistenceFailure?

  init(
    id: String,
    lane: SaveLane,
    owner: Owner,
    interval: Duration,
    look: Look?,
    readJob: @escaping ReadJob
  ) {
    self.id = id
    self.lane = lane
    self.owner = owner
    self.readJob = readJob
    self.look = look
    self.interval = EffectClock.wait(for: interval)
    machine = SaveMachine(interval: self.interval)
  }

  // MARK: Status

  /// The state of saving; a read inside an observation registers for its next change.
  public var status: Status { box.value }

  private func show(_ status: Status) { box.replace(with: status) }

  // MARK: Saving now

  /// Saves the present state, and returns when it is durable.
  ///
  /// Throws if this save fails; the value is then tried again as any other.
  public func save() async throws(PersistenceFailure) {
    if let refusal { throw refusal }
    guard machine.phase != .over else { throw failure(.ended) }
    isAsked = true
    let (step, number) = machine.hurry()
    let failure = await withCheckedContinuation { continuation in
      waiters.append((number, { continuation.resume(returning: $0) }))
      perform(step)
    }
    if let failure { throw failure }
  }

  /// Saves the present state, and blocks the main actor until it is durable: for an app that is about to end.
  ///
  /// It encodes on the main actor. Inside the handler of an action it throws, as the handler has the state.
  public func saveNow() throws(PersistenceFailure) {
    if let refusal { throw refusal }
    guard !owner.isHandling() else { throw failure(.insideHandler) }
    guard let number = machine.readNow() else { throw failure(.ended) }
    endWait()
    isAsked = true
    let job = read()
    let result = lane.performAndWait { SaveResult(of: job) }
    finish(number, result)
    if let failure = result.failure { throw failure }
  }

  /// Ends saving: what has not been saved is not saved any more.
  public func cancel() {
    end()
  }

  private func failure(_ reason: PersistenceFailure.Reason) -> PersistenceFailure {
    PersistenceFailure(id: id, reason: reason)
  }

  // MARK: The life of a saver

  /// Begins to save; the lane is claimed.
  func begin(isUnsaved: Bool, damage: String?, endsWith subscriptions: [StoreSubscription]) {
    self.subscriptions = subscriptions
    if let damage { report(failure(.damaged(damage))) }
    _ = read()
    if isUnsaved { change() }
    lookLater()
  }

  /// Refuses to save, and reports it.
  func refuse(_ refusal: PersistenceFailure) {
    self.refusal = refusal
    _ = machine.end()
    show(.refused(refusal))
    report(refusal)
  }

  /// Saves what has changed at once, as the store rests.
  ///
  /// The next load of this id waits for it.
  func storeHasStopped() {
    lane.noteFinalSave { [weak self] in self?.saveAtOnce() }
  }

  private func saveAtOnce() {
    guard machine.phase != .over, !owner.isHandling(), let number = machine.readNow() else { return }
    endWait()
    write(number, read())
  }

  /// Makes the last save: the store has ended.
  func storeHasEnded() {
    guard let number = machine.readNow() else { return }
    let job = readJob(false, nil)
    let (owner, lane, conflict) = (owner, lane, failure(.conflict))
    // Behind a save in progress; the next load of this id waits for it.
    lane.perform {
      let result = SaveResult(of: job)
      if let failure = result.failure { owner.table.report(failure, at: owner.location.known) }
      if case .storedBesideTheirs? = result.stored { owner.table.report(conflict, at: owner.location.known) }
    }
    _ = machine.finish(number, .saved)
    end()
  }

  private func end() {
    guard machine.end() else { return }
    endWait()
    waitToLook?.cancel()
    for subscription in subscriptions { subscription.cancel() }
    subscriptions = []
    lane.release()
    show(.ended)
    let waiting = waiters
    waiters = []
    for waiter in waiting { waiter.resume(failure(.ended)) }
  }

  // MARK: Changes

  /// Asks to be called at the next change.
  private func arm() {
    guard !isArmed else { return }
    isArmed = true
    owner.callOnNextChange { [weak self] in
      self?.isArmed = false
      self?.change()
    }
  }

  /// Notes that the state may have changed.
  func change() {
    let wasDirty = machine.isDirty
    perform(machine.change())
    guard !wasDirty, machine.isDirty, case .saved = box.read({ $0 }) else { return }
    show(.unsaved)
  }

  // MARK: Steps

  private func perform(_ step: SaveMachine.Step) {
    switch step {
    case .none: break
    case .schedule:
      endWait()
      // A turn of its own: a handler may be running. Detached, so that nothing of its sender leaks into the save.
      Task.detached { @MainActor in self.saveInTurn() }
    case .wait(let duration):
      wait = after(duration) { [weak self] in self?.waitHasEnded() }
    }
  }

  private func after(_ duration: Duration, _ body: @escaping @MainActor @Sendable () -> Void) -> Task<Void, Never> {
    let clock = owner.clock
    return Task.detached(executorPreference: owner.table.executor) {
      guard (try? await clock.sleep(for: duration)) != nil else { return }
      await body()
    }
  }

  private func endWait() { wait.take()?.cancel() }

  private func waitHasEnded() { perform(machine.endWait()) }

  private func saveInTurn() {
    guard let number = machine.read() else { return }
    write(number, read())
  }

  private func write(_ number: Int, _ job: @escaping Job) {
    guard lane.isInstant else {
      return lane.perform {
        let result = SaveResult(of: job)
        Task { @MainActor in self.finish(number, result) }
      }
    }
    finish(number, SaveResult(of: job))
  }

  /// Reads the state, and asks to be called at its next change.
  private func read() -> Job {
    defer { isAsked = false }
    arm()
    guard !isWatching else { return readJob(isAsked, nil) }
    isWatching = true
    return readJob(isAsked) { [weak self] in
      Task { @MainActor in
        self?.isWatching = false
        self?.change()
      }
    }
  }

  private func finish(_ number: Int, _ result: SaveResult) {
    let isLast = machine.isLast(number)
    perform(machine.finish(number, result.outcome))
    let due = waiters.filter { $0.number <= number }
    waiters.removeAll { $0.number <= number }
    for waiter in due { waiter.resume(result.failure) }
    // One that a later save has overtaken says nothing about the present.
    if isLast, machine.phase != .over { show(result) }
  }

  private func show(_ result: SaveResult) {
    if let failure = result.failure {
      if case .refused = failure.reason { return refuseFromNowOn(failure) }
      // Of a streak only the first.
      if machine.failureCount == 1 { report(failure) }
      show(.failing(failure))
    } else {
      if case .storedBesideTheirs? = result.stored { report(failure(.conflict)) }
      if case .resolved(let give)? = result.stored { giveIfClean(give) }
      show(machine.isDirty ? .unsaved : .saved)
    }
  }

  /// Ends saving, as the record may not be overwritten any more.
  private func refuseFromNowOn(_ failure: PersistenceFailure) {
    end()
    refuse(failure)
  }

  // MARK: Other processes

  private func lookLater() {
    guard let look, machine.phase != .over else { return }
    let lane = lane
    waitToLook = after(max(interval, SaveMachine.shortestPause)) { [weak self] in
      lane.perform {
        let give = look()
        Task { @MainActor in self?.take(give) }
      }
    }
  }

  /// Gives the store what another process has saved; if something is unsaved here, the next save is in conflict with it.
  private func take(_ give: (@MainActor @Sendable () -> Void)?) {
    if let give { giveIfClean(give) }
    lookLater()
  }

  /// Otherwise the next save, or the next look, has to do with it.
  private func giveIfClean(_ give: @MainActor @Sendable () -> Void) {
    if machine.isClean, owner.isAtRest() { give() }
  }

  private func report(_ failure: PersistenceFailure) {
    guard owner.send(failure) == nil else { return }
    // It is an issue already.
    if case .alreadySaved = failure.reason { return }
    owner.table.report(failure, at: owner.location.known)
  }
}

/// What a save has come to.
private struct SaveResult: Sendable {
  let failure: PersistenceFailure?
  let stored: Persistence.JobOutcome?

  init(of job: Persistence.Job) {
    do throws(PersistenceFailure) {
      stored = try job()
      failure = nil
    } catch {
      stored = nil
      failure = error
    }
  }

  var outcome: SaveMachine.Outcome {
    switch failure?.reason {
    case nil: .saved
    case .encoding, .duplicateRow: .notEncoded
    default: .failed
    }
  }
}
