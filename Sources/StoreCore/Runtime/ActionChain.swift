/// The actions that one action from outside has caused so far without a pause, all of which share this object: actions
/// that handlers emit, actions sent while handlers run, and writes of the state by listeners of a change.
///
/// All that one handler sends, or one program emits, is one link: its length is the number of causes.
@MainActor
package final class ActionChain {
  /// The number of recent actions, or of effects, that a report shows.
  nonisolated static let reportedCount = 64
  /// The number of writes of the state that may nest, each inside the announcement of the one before, on any stack.
  static let writeNesting = 50

  private var count = 0
  /// The number of launches; the actions that they cause count as actions.
  private var launchCount = 0
  /// The last actions before the limit.
  private(set) var recentActions: [any Sendable] = []
  /// The number of effects in a row that led to the action.
  let effectsInRow: Int
  /// The actions of these effects, kept near the limit.
  private(set) var recentEffects: [any Sendable]
  /// The place of the last send in the chain, if known.
  var location: CallSite?

  init(effectsInRow: Int, recentEffects: [any Sendable] = [], location: CallSite?) {
    self.effectsInRow = effectsInRow
    self.recentEffects = recentEffects
    self.location = location
  }

  /// Counts an action or a launch, unless its cause was counted with a former one; returns how many are now beyond the
  /// limit.
  func add(_ action: AnyAction, as link: ChainLink, isFurther: Bool, limit: Int) -> Int {
    // What is dropped is always counted, for the reports of drops.
    guard !isFurther || (link == .launch ? launchCount : count) > limit else { return 0 }
    if link == .launch { launchCount += 1 } else { count += 1 }
    let count = link == .launch ? launchCount : count
    if count > limit - Self.reportedCount, count <= limit { recentActions.append(action) }
    return max(count - limit, 0)
  }

  /// Whether what follows is dropped.
  func isOver(limit: Int) -> Bool { count > limit }

  /// Whether drops are reported to observers: not beyond twice the limit, or an observer that sends would never end.
  func tellsDrops(limit: Int) -> Bool { count / 2 <= limit }

  /// Notes an action that follows the effects in a row, near the limit; `true` for the first of the chain, beyond it.
  func addInRow(_ action: AnyAction, limit: Int) -> Bool {
    guard count == 0 else { return false }
    if effectsInRow > limit + 1 - Self.reportedCount { recentEffects.append(action) }
    return effectsInRow > limit && close(limit: limit)
  }

  /// Puts whatever follows beyond the limit; `false` if the chain was beyond it already.
  func close(limit: Int) -> Bool {
    guard !isOver(limit: limit) else { return false }
    count = limit + 1
    return true
  }
}

/// A link of a chain.
enum ChainLink {
  case action
  /// A write of the state, from outside a handler.
  case write
  /// A program that was launched without an action.
  case launch
}

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
