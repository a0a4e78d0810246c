extension RuntimeCore {
  /// The chain of what is being handled, created when it causes something.
  var currentChain: ActionChain {
    // What is sent at the end of an effect is caused by the effect, as the effect's own action is.
    current.chain ?? beginChain(effectsInRow: followedRun?.effectsInRow ?? current.effectsInRow, behind: followedRun)
  }

  func beginChain(effectsInRow count: Int, behind run: EffectRun?) -> ActionChain {
    let chain = ActionChain(
      effectsInRow: count,
      recentEffects: run?.origin.chain?.recentEffects ?? [],
      location: current.location.known
    )
    current.chain = chain
    return chain
  }

  /// Notes where a launched program comes from, and counts it if a listener launched it; `false` if it is one too many.
  func admitLaunch(from origin: Origin) -> Bool {
    follow(origin)
    return origin.chain == nil || countInChain("a launch", as: .launch, isFurther: origin.isFurther)
  }

  /// Notes that an action is sent; returns whether its cause has sent another before.
  func noteSent() -> Bool {
    defer { hasSent = true }
    return hasSent
  }

  /// Notes that a program is launched by a call; returns whether its cause has launched another before.
  func noteLaunched() -> Bool {
    defer { hasLaunched = true }
    return hasLaunched
  }

  /// Counts an action, or a write of the state, that another one has caused; `false` if there were too many.
  ///
  /// With `isFurther`, the other one was counted when it caused something else.
  func countInChain(_ action: AnyAction, as link: ChainLink = .action, isFurther: Bool = false) -> Bool {
    let chain = currentChain
    let excess = chain.add(action, as: link, isFurther: isFurther, limit: table.chainLimit)
    // Reported once; what follows is dropped too.
    guard excess == 1 else { return excess == 0 }
    let (actions, cycle, repetition) = RepeatedActions.summary(of: chain.recentActions)
    let isWrite = link == .write
    table.report(
      .runawayChain(last: actions, cycle: cycle),
      """
      One action\(isWrite ? " or write of the state" : "") has caused \(table.chainLimit) others without a pause.

      \(repetition) \(isWrite ? "The last write was not made, and what" : "What") would have followed from it was \
      dropped; the store goes on.

      Let a \(isWrite ? "subscriber of the state stop writing it" : "handler stop emitting or sending") at some point, or \
      raise 'StoreOptions.chainLimit' if the chain is meant to be that long.
      """,
      at: chain.location
    )
    return false
  }

  /// Notes that an action follows effects in a row; `false` if there were too many.
  func countInRow(_ action: AnyAction, _ chain: ActionChain) -> Bool {
    let limit = table.chainLimit
    guard chain.addInRow(action, limit: limit) else { return true }
    let (actions, cycle, repetition) = RepeatedActions.summary(of: chain.recentEffects)
    table.report(
      .runawayEffects(last: actions, cycle: cycle),
      """
      \(limit) effects in a row were each launched by the action of the one before, and none of them ever suspended.

      \(repetition) The last action was dropped; the store goes on.

      Let an effect wait for something, such as a clock, let a handler stop launching at some point, or raise \
      'StoreOptions.chainLimit' if the chain is meant to be that long.
      """,
      at: current.location.known
    )
    return false
  }
}
