extension EffectTable {
  /// Whether there are effects whose tasks have not ended.
  var hasTasks: Bool {
    withMachine { $0.runs.count > 0 || !$0.runs.drainingRuns.isEmpty }
  }

  /// Notes a launch, where somebody may ask for it.
  func noteLaunch(of run: EffectRunCore) {
    launchLog?.note(run.token) {
      Set((runningEffects + drainingEffects).map(\.token))
    }
    #if DEBUG
    releaseWatch.noteLaunch(of: run)
    #endif
  }

  /// Reports that somebody has waited in vain for the store to become quiet, and for what.
  ///
  /// - Parameter limit: The time after which; `nil` where there were too many rounds of actions.
  func reportUnsettled(after limit: Duration? = nil) {
    let now = ContinuousClock.now
    let waiting = Set(waitingEffects.map(\.token))
    let running = runningEffects.map { info in
      line(of: info, at: now) + (waiting.contains(info.token) ? ", waits for its turn" : "")
    }
    let draining = drainingEffects.map { line(of: $0, at: now) + ", was cancelled" }
    let lines = running + draining
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

  private func line(of info: EffectInfo, at now: ContinuousClock.Instant) -> String {
    guard let launch = launchLog?[info.token] else { return info.label }
    let milliseconds = (now - launch.time) / .milliseconds(1)
    let time = Duration.milliseconds(Int(milliseconds))
    let action = launch.action.map { RepeatedActions.words(for: $0) }
    return "\(info.label), for \(time), launched \(action.map { "by \($0)" } ?? "without an action")"
  }
}
