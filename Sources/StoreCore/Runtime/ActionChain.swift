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
