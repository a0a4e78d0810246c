extension Runtime {
  /// Waits until nothing can happen in the store before a clock advances or a stream yields.
  ///
  /// With an executor for tests, such as StoreSimulation's `TestExecutor`, it follows what runs there and on the main actor. It
  /// does not see what an effect waits for elsewhere, such as a file, and may return before that has come.
  ///
  /// Without one, it waits for three things: each running effect has ended, except streams; each stream waits for an
  /// element and has handed over those before; and each action that was sent has been handled. An effect that sleeps,
  /// reads or polls is waited for until it ends. One that polls for ever never ends: cancel it first, make it a stream
  /// whose elements are its results, or let it sleep on a clock that the test advances.
  ///
  /// A stream's iterator is followed wherever it runs in the pool or on a default actor. If its `next()` waits for the
  /// main actor, an actor with a custom executor, another task or a queue, the stream seems to wait for an element.
  ///
  /// Effects that were cancelled and have not ended are not waited for. An effect that settles its own store waits
  /// neither for itself nor for other effects that do; a call elsewhere waits for all of them. It returns early when
  /// the waiting task is cancelled, and at once, with an issue, in a handler of the store. After
  /// ``StoreOptions/settlingLimit``, or with an executor after ``StoreOptions/chainLimit`` rounds of enqueued actions, it
  /// gives up, and the store reports ``RuntimeIssue/Kind/notSettled(running:)`` with the effects that have not ended.
  ///
  /// - Complexity: O(the most effects that have run at a time) for each check, which is made when something has ended.
  public func settle() async {
    await core.settle()
  }
}

extension RuntimeCore {
  func settle() async {
    guard !table.refuseWaitInHandler() else { return }
    // An effect that settles its own store does not wait for itself.
    let waiting = CurrentEffect.run.flatMap { $0.table === table ? $0.token : nil }
    if let waiting { table.settling.withLock { $0[waiting, default: 0] += 1 } }
    defer {
      if let waiting { table.settling.withLock { $0[waiting] = $0[waiting].flatMap { $0 > 1 ? $0 - 1 : nil } } }
    }
    tellWatchers()
    guard let executor = table.effectExecutor else {
      return await settleInPool(fromEffect: waiting != nil)
    }
    drain()
    let turns = SettlingTurns(of: executor, limitIsWhole: true)
    // Not drained here again: what is on its way is handled in its turn, and this code resumes at an arbitrary time.
    for _ in 0..<table.chainLimit where !Task.isCancelled {
      guard await turns.settle() else { return }
      if mailbox.isEmpty { return }
    }
    if !Task.isCancelled { table.reportUnsettled(.rounds(table.chainLimit)) }
  }

  /// Waits for the ends of effects and for idle pumps: the pool cannot be asked to run all its jobs.
  private func settleInPool(fromEffect isFromEffect: Bool) async {
    table.waitWatch?.beginDriving()
    let limit = SettlingLimit(table.options.settlingLimit) { [weak self] in self?.tellWatchers() }
    defer {
      limit.cancel()
      table.waitWatch?.endDriving()
    }
    while !Task.isCancelled {
      drain(atMost: Self.messagesOfTurn)
      if await isQuietInPool(fromEffect: isFromEffect) { return }
      guard !limit.isOver else { return table.reportUnsettled(.work(table.options.settlingLimit)) }
      await waitForChange(within: limit, fromEffect: isFromEffect)
    }
  }

  private func isQuietInPool(fromEffect isFromEffect: Bool) async -> Bool {
    guard let pumpJobs = pumpJobsWhenQuiet(fromEffect: isFromEffect) else { return false }
    // Tasks that were resumed before run first, in the pool and on the main actor: they may send.
    await Task.detached {}.value
    await Task.detached { @MainActor in }.value
    return pumpJobsWhenQuiet(fromEffect: isFromEffect) == pumpJobs
  }

  /// The number of pump jobs so far, if nothing of the store runs or is on its way; otherwise `nil`.
  private func pumpJobsWhenQuiet(fromEffect isFromEffect: Bool) -> Int? {
    // The effects come first: what they handed over before they waited is in the mailbox.
    let (isQuiet, pumpJobs) = table.quiescence(fromEffect: isFromEffect)
    return isQuiet && mailbox.isEmpty && !isHandlerSuspended ? pumpJobs : nil
  }

  /// Suspends until the mailbox was drained once more, or the limit is over.
  private func waitForChange(within limit: SettlingLimit, fromEffect isFromEffect: Bool) async {
    let waiter = Waiter()
    watchers[ObjectIdentifier(waiter)] = waiter
    table.isWatched = true
    // Checked again with the watch in place: a change before it is not reported.
    if pumpJobsWhenQuiet(fromEffect: isFromEffect) == nil, !limit.isOver { await waiter.waitUnlessCancelled() }
    watchers[ObjectIdentifier(waiter)] = nil
    if watchers.isEmpty { table.isWatched = false }
  }

  func tellWatchers() {
    guard !watchers.isEmpty else { return }
    table.isWatched = false
    let watchers = watchers
    self.watchers = [:]
    for watcher in watchers.values { watcher.finish() }
  }
}

/// The time limit of a wait for a quiet store in the pool, counted while the pool and the main actor have time for it.
///
/// It is counted in parts, with a turn in both after each. While one of them is occupied, the store's effects could not
/// continue either, and no more than a part is counted.
@MainActor
final class SettlingLimit {
  private nonisolated static let parts = 20

  private(set) var isOver: Bool
  private var timer: Task<Void, any Error>?

  /// Begins a limit, which is over at once if it is zero or less, and otherwise calls `end` when it is over.
  init(_ limit: Duration, end: @escaping @MainActor @Sendable () -> Void) {
    isOver = limit <= .zero
    guard !isOver else { return }
    timer = Task.detached { [weak self] in
      for _ in 0..<Self.parts {
        try await ContinuousClock().sleep(for: limit / Self.parts)
        await Task.detached { @MainActor in }.value
      }
      await self?.end(end)
    }
  }

  private func end(_ end: @MainActor () -> Void) {
    isOver = true
    end()
  }

  func cancel() { timer?.cancel() }
}

extension EffectTable {
  /// Reports a wait that was given up, by default one for a quiet store, and what it has waited for.
  func reportUnsettled(
    _ end: SettlingEnd,
    of wait: String = "A wait until the store is quiet",
    at location: CallSite? = nil
  ) {
    let (running, waiting, draining) = withMachine { machine in
      (machine.runs.runs(), Set(machine.runs.runs(where: \.isWaiting).map(\.token)), drainingRuns)
    }
    let now = ObserverHub.now
    let lines =
      (running.map { ($0, waiting.contains($0.token) ? ", waits for its turn" : "") }
      + draining.map { ($0, ", was cancelled") })
      .sorted { $0.0.token < $1.0.token }
      .map { line(of: $0, at: now) + $1 }
    let handler = wordsOfHandled.map { "The handler of \($0) has not returned." }
    let shown = lines.prefix(ActionChain.reportedCount).enumerated().map { "  \($0.offset + 1). \($0.element)" }
    let rest = lines.count > shown.count ? ["  and \(lines.count - shown.count) more"] : []
    let effects =
      lines.isEmpty
      ? nil
      : "What has not ended, in the order of the launches:\n\n" + (shown + rest).joined(separator: "\n")
    let causes = [handler, effects].compactMap { $0 }
    let cause =
      causes.isEmpty
      ? "No effect of the store is running: actions are enqueued again and again, or its executor has other work."
      : causes.joined(separator: "\n\n")
    report(
      .notSettled(running: lines),
      """
      \(wait) was given up \(end).

      \(cause)

      \(handler == nil ? "" : "Move long work from the handler to an effect. ")\(end.cure)
      """,
      at: location
    )
  }

  private func line(of run: EffectRun, at now: Duration) -> String {
    let info = run.info
    guard let launchTime = run.launchTime else { return info.label }
    let time = Duration.milliseconds(Int((now - launchTime) / .milliseconds(1)))
    let action = info.action.map { "by \(RepeatedActions.words(for: $0))" } ?? "without an action"
    return "\(info.label), for \(time), launched \(action)"
  }
}
