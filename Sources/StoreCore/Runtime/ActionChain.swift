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

  private func beginChain(effectsInRow count: Int, behind run: EffectRun?) -> ActionChain {
    let chain = ActionChain(
      effectsInRow: count,
      recentEffects: run?.origin.chain?.recentEffects ?? [],
      location: current.location.known
    )
    current.chain = chain
    return chain
  }

  /// Makes a change of the state that no action caused, unless the chain of such changes is too long.
  func changeState(at location: CallSite?, _ change: () -> Void) {
    // A change made while something is handled counts as an action of that chain.
    if queue.state == .handling || changeDepth > 0 {
      if let location { currentChain.location = location }
      guard admitNestedWrite(), countInChain(RepeatedActions.write, as: .write) else { return }
    } else {
      // While a handler is suspended, no turn begins that would.
      beginRoot()
    }
    changeDepth += 1
    defer { changeDepth -= 1 }
    performOutsideHandler {
      change()
      hub.tell(.stateChanged, location: location ?? .unknown)
      showState(at: .outside, location: location ?? .unknown)
    }
  }

  /// Returns whether a change may nest in the current ones, each of which takes stack space; reports one too many.
  private func admitNestedWrite() -> Bool {
    guard changeDepth >= ActionChain.writeNesting else { return true }
    guard currentChain.close(limit: table.chainLimit) else { return false }
    table.report(
      .runawayChain(last: [RepeatedActions.write], cycle: [RepeatedActions.write]),
      """
      The state was written \(changeDepth) times inside the announcement of its own change.

      An observer of the coming change writes the state at once, and is notified of that write too. The last write was not \
      made, and what would have followed from it was dropped; the store goes on.

      Write the state after the change if it has to differ from what it has become, or let the handler of actions make the \
      change.
      """,
      at: currentChain.location
    )
    return false
  }

  /// Notes where a launched program comes from, and counts it if a listener launched it; `false` if it is one too many.
  func admitLaunch(from origin: Origin) -> Bool {
    follow(origin)
    return origin.chain == nil || countInChain("a launch", as: .launch, isFurther: origin.isFurther)
  }

  /// Notes that what follows has another cause than what went before.
  func beginCause() {
    hasSent = false
    hasLaunched = false
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

  /// Notes that an effect's action is handled next; `false` if it is one too many in a loop of effects.
  func admit(_ action: AnyAction, of run: EffectRun, at location: CallSite) -> Bool {
    current = Origin()
    followedRun = nil
    // An action that an effect returns has no place of its own: use the place of the send that led to it.
    current.location = location.known ?? run.origin.location
    current.effectsInRow = run.effectsInRow
    guard run.isExamined, current.effectsInRow > 0 else { return true }
    return countInRow(action, beginChain(effectsInRow: current.effectsInRow, behind: run))
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

/// The text about actions in reports.
package enum RepeatedActions {
  static let write = "a write of the state"

  /// An action as text, truncated if it is long.
  package static func words(for action: Any) -> String {
    let words = String(describing: action)
    return words.count > 120 ? words.prefix(120) + "…" : words
  }

  /// The shortest series that all the actions repeat, up to the last one and at least twice; empty if there is none.
  ///
  /// The actions may begin in the middle of the series.
  ///
  /// - Complexity: O(actions²).
  package static func cycle(in actions: [String]) -> [String] {
    guard actions.count >= 2 else { return [] }
    for length in 1...actions.count / 2 {
      let cycle = actions.suffix(length)
      let isRepeated = actions.indices.dropLast(length).allSatisfy { actions[$0] == actions[$0 + length] }
      if isRepeated { return Array(cycle) }
    }
    return []
  }

  /// The actions as text, the series that they repeat, and a sentence about that.
  static func summary(of actions: [any Sendable]) -> (words: [String], cycle: [String], sentence: String) {
    let words = actions.map { Self.words(for: $0) }
    let cycle = cycle(in: words)
    return (words, cycle, sentence(cycle, words))
  }

  /// The cycle as a sentence, or the last actions if there is no cycle.
  package static func sentence(_ cycle: [String], _ actions: [String]) -> String {
    if cycle.isEmpty {
      "The last ones were: \(actions.suffix(8).joined(separator: ", "))."
    } else {
      "They repeat: \(cycle.joined(separator: ", "))."
    }
  }
}
