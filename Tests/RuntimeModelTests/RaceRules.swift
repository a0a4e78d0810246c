import StoreCore

/// The rules for every history of a store, whatever raced in it.
final class RaceRules: RuntimeObserver {
  private let kept = Locked<[RuntimeEvent]>([])

  func receive(_ event: RuntimeEvent) { kept.withLock { $0.append(event) } }

  /// Whether as many effects have ended as were launched, according to the events so far.
  var haveAllEnded: Bool {
    var open: Set<CancellationToken> = []
    for event in kept.withLock({ $0 }) {
      switch event.kind {
      case .effectQueued(let info), .effectStarted(let info): open.insert(info.token)
      case .effectEnded(let info, _): open.remove(info.token)
      default: break
      }
    }
    return open.isEmpty
  }

  private struct Effect {
    let title: String
    let name: EffectID?
    let isStream: Bool
    var hasStarted = false
    var end: EffectOutcome?
    var hasDrained = false
    /// The index of its last action that was handled.
    var lastIndex = -1
  }

  /// The violations in the history.
  ///
  /// - Parameter isOver: Whether the store was released, so that what was left in its mailbox is not reported.
  /// - Returns: a sentence for each rule that was broken.
  func violations(isOver: Bool) -> [String] {
    var found: [String] = []
    func check(_ isRight: Bool, _ words: @autoclosure () -> String) { if !isRight { found.append(words()) } }
    var effects: [CancellationToken: Effect] = [:]
    var actions: Set<ActionID> = []
    var running: [EffectID: Int] = [:]
    var waiting: [EffectID: Int] = [:]
    var threads: [Int: Int] = [:]
    var number: UInt64 = 0

    for event in kept.withLock({ $0 }) {
      check(event.number == number + 1, "event \(event.number) comes behind \(number)")
      number = event.number
      switch event.cause {
      case .action(let id)?: check(actions.contains(id), "the cause of event \(number) was not handled")
      case .effect(let token)?: check(effects[token] != nil, "the cause of event \(number) was not launched")
      case nil: break
      }
      switch event.kind {
      case .actionHandled(let action as RacingAction, let id):
        check(actions.insert(id).inserted, "the number of an action is used twice")
        switch (action.sender, event.cause) {
        case (.thread(let thread), _):
          check(action.index > threads[thread, default: -1], "thread \(thread): \(action.index) comes late")
          threads[thread] = action.index
        case (.effect, .effect(let token)?):
          guard var effect = effects[token] else { break }
          switch effect.end {
          case .cancelled?, .replaced?, .refused?: check(false, "\(effect.title) is heard behind its cancel")
          case .finished?, .failed?, nil: check(effect.hasStarted, "\(effect.title) is heard before it starts")
          }
          check(
            action.index == effect.lastIndex + 1,
            "\(effect.title): \(action.index) comes behind \(effect.lastIndex)"
          )
          effect.lastIndex = action.index
          effects[token] = effect
        case (.answer, .effect(let token)?):
          guard let end = effects[token]?.end else {
            check(false, "an answer comes before the cancel")
            break
          }
          switch end {
          case .cancelled, .replaced, .refused: break
          case .finished, .failed: check(false, "an answer comes without a cancel")
          }
        default: check(false, "\(action) has the cause \(String(describing: event.cause))")
        }
      case .effectQueued(let info):
        check(effects[info.token] == nil, "\(info) is launched twice")
        effects[info.token] = Effect(title: "\(info)", name: info.id, isStream: info.isStream)
        if let id = info.id { waiting[id, default: 0] += 1 }
      case .effectStarted(let info):
        var effect = effects[info.token] ?? Effect(title: "\(info)", name: info.id, isStream: info.isStream)
        check(!effect.hasStarted && effect.end == nil, "\(info) starts twice, or behind its end")
        if effects[info.token] != nil, let id = info.id { waiting[id, default: 0] -= 1 }
        effect.hasStarted = true
        effects[info.token] = effect
        if let id = info.id { running[id, default: 0] += 1 }
      case .effectRefused(let info, _):
        check(effects[info.token] == nil, "\(info) is refused behind its launch")
        effects[info.token] = Effect(title: "\(info)", name: info.id, isStream: info.isStream, end: .finished)
      case .effectEnded(let info, let outcome):
        guard var effect = effects[info.token] else {
          check(false, "\(info) ends and was not launched")
          break
        }
        check(effect.end == nil, "\(info) ends twice")
        effect.end = outcome
        effects[info.token] = effect
        if let id = info.id {
          if effect.hasStarted { running[id, default: 0] -= 1 } else { waiting[id, default: 0] -= 1 }
        }
      case .effectDrained(let info):
        guard var effect = effects[info.token] else {
          check(false, "\(info) drains and was not launched")
          break
        }
        switch effect.end {
        case .cancelled?, .replaced?: check(effect.hasStarted && !effect.hasDrained, "\(info) drains twice")
        default: check(false, "\(info) drains without a cancel")
        }
        effect.hasDrained = true
        effects[info.token] = effect
      case .effectPaused(let info, _):
        check(effects[info.token]?.hasStarted == true, "\(info) pauses before it starts")
        check(effects[info.token]?.end == nil, "\(info) pauses behind its end")
      case .actionHandled, .actionDropped, .actionVetoed, .stateChanged, .errorUncaught, .issueFound: break
      case .handlerSuspended, .storeStopped, .storeStarted, .storeEnded, .storeAdopted: break
      }
      for (name, most) in [("replace", 1), ("keep", 1), ("queue", 1), ("most", 2), ("newest", 2)] {
        let count = running[EffectID(name), default: 0]
        check(count <= most, "\(count) of \(name) are running at event \(number)")
      }
      check(waiting["queue", default: 0] <= 2, "\(waiting["queue", default: 0]) are in the queue at event \(number)")
    }
    for effect in effects.values {
      check(effect.end != nil, "\(effect.title) never ends")
      switch effect.end {
      case .cancelled?, .replaced?:
        check(effect.hasDrained || !effect.hasStarted || isOver, "\(effect.title) never drains")
      default: break
      }
    }
    return found
  }
}
