/// A wait for a node, as the watch over waits knows it.
struct WatchedWait: Sendable {
  let waiter: Waiter
  let node: NodeKey
  let scope: ActionTree<Waiter>.Scope
  let table: EffectTable
  /// The task that waits.
  let task: TaskRole
  /// The place of the wait, if it is known.
  let location: CallSite
  /// What it waits for, directly or through other waits and queues, if a clock has to be moved before it can end.
  var sleepers: [ClockSleeper] = []

  /// Describes a wait of the current task.
  init(
    _ waiter: Waiter,
    for node: NodeKey,
    _ scope: ActionTree<Waiter>.Scope,
    of table: EffectTable,
    at location: CallSite
  ) {
    self.waiter = waiter
    self.node = node
    self.scope = scope
    self.table = table
    self.location = location
    task = .current
  }

  /// Whether a test, a view or anything else waits that no store waits for.
  var isOutside: Bool { if case .other = task { true } else { false } }

  /// The executors that have to be idle before it is given up, each once or more.
  var executors: [any EffectExecutor] {
    sleepers.map(\.clock.executor) + [table.effectExecutor].compactMap { $0 }
  }

  /// How long it goes on while nothing that can be seen runs.
  var limit: Duration { sleepers.map(\.clock.waitLimit).max() ?? .zero }

  /// Reports that it is given up because these actions follow each other for ever.
  func reportNeverQuiet(_ actions: [String]) {
    table.reportUnsettled(.neverQuiet(actions), of: "A wait for the effects of an action", at: location)
  }

  /// Reports that it is given up, as all that it waits for sleeps.
  func report() {
    let sleepers = sleepers.sorted { ($0.until, $0.since, "\($0)") < ($1.until, $1.since, "\($1)") }
    let lines = sleepers.map { "\($0)" }
    let shown = lines.prefix(ActionChain.reportedCount).enumerated().map { "  \($0.offset + 1). \($0.element)" }
    let rest = lines.count > shown.count ? ["  and \(lines.count - shown.count) more"] : []
    let cure =
      scope == .own && sleepers.contains(where: \.isStream)
      ? "A timer or a poll never ends by itself: wait by 'perform' or 'tree', which leave streams out, or cancel it."
      : "Send without waiting, advance the clock, and check the state after that; or wait in a task of its own, by "
        + "'async let', and advance the clock meanwhile. To wait only until nothing else can run, use 'settle()'."
    table.report(
      .waitForSleepers(lines),
      """
      A wait for the effects of an action was given up: they sleep on a test clock, which nobody advances.

      Nothing else can run. What sleeps, in the order in which it would wake:

      \((shown + rest).joined(separator: "\n"))

      \(cure)
      """,
      at: location.known ?? sleepers.lazy.compactMap(\.task.location).first
    )
  }
}

extension ClockSleeper {
  fileprivate var isStream: Bool { if case .effect(let run) = task { run.traits.isStream } else { false } }
}
