extension EffectTable {
  /// Notes a launch, where somebody may ask for it.
  func noteLaunch(of run: EffectRun) {
    // For the report below; to read the clock costs as much as a small launch.
    if hasEffectExecutor { run.life.noteLaunch() }
    #if DEBUG
    releaseWatch.noteLaunch(of: run)
    #endif
  }

  /// Reports that somebody has waited in vain for the store to become quiet, and for what.
  ///
  /// - Parameter limit: The time after which; `nil` where there were too many rounds of actions.
  func reportUnsettled(after limit: Duration? = nil) {
    let (running, waiting, draining) = withMachine { machine in
      (machine.runs.runs(), Set(machine.runs.runs(where: \.isWaiting).map(\.token)), drainingRuns)
    }
    let now = ContinuousClock.now
    let lines =
      running.map { line(of: $0, at: now) + (waiting.contains($0.token) ? ", waits for its turn" : "") }
      + draining.map { line(of: $0, at: now) + ", was cancelled" }
    let cause =
      lines.isEmpty
      ? "No effect of the store is running: actions are enqueued again and again, or its executor has other work."
      : "What has not ended, in the order of the launches:\n\n"
        + lines.enumerated().map { "  \($0.offset + 1). \($0.element)" }.joined(separator: "\n")
    report(
      .notSettled(running: lines),
      """
      A wait until the store is quiet was given up after \(limit.map { "\($0)" } ?? "\(chainLimit) rounds of actions").

      \(cause)

      Have an effect that goes on and on wait for a clock, a stream or its cancel; cancel it before the wait; or raise \
      'StoreOptions.settlingLimit' if so much work is meant.
      """
    )
  }

  private func line(of run: EffectRun, at now: ContinuousClock.Instant) -> String {
    let info = run.info
    guard let launchTime = run.life.launchTime else { return info.label }
    let time = Duration.milliseconds(Int((now - launchTime) / .milliseconds(1)))
    let action = info.action.map { "by \(RepeatedActions.words(for: $0))" } ?? "without an action"
    return "\(info.label), for \(time), launched \(action)"
  }
}
