package import StoreCore

/// An observer that compares its events with the order that observers are promised.
package final class OrderCheck: RuntimeObserver {
  private struct State {
    var last: UInt64?
    var phases: [CancellationToken: Phase] = [:]
    var running: [EffectID: Int] = [:]
    /// Effects that have ended with an action that was not handled yet, by name.
    var completing: [EffectID: CancellationToken] = [:]
    var problems: [String] = []
    var count = 0
  }

  private enum Phase {
    case queued, started, ended, drained
  }

  private let state = Locked(State())
  /// The number of effects of a name that may run; `nil` sets no bound.
  private let limit: Int?
  /// Whether it has observed from the beginning, and so knows each effect.
  private let isComplete: Bool

  package init(limit: Int? = nil, isComplete: Bool = true) {
    self.limit = limit
    self.isComplete = isComplete
  }

  /// The violations of the order.
  package var problems: [String] { state.withLock { $0.problems } }

  package var count: Int { state.withLock { $0.count } }

  /// The number of effects that were launched and have not ended.
  package var unfinished: Int {
    state.withLock { state in state.phases.values.count { $0 == .queued || $0 == .started } }
  }

  package func receive(_ event: RuntimeEvent) {
    state.withLock { state in
      state.count += 1
      if let last = state.last, event.number != last + 1 {
        state.problems.append("\(event.number) after \(last)")
      }
      state.last = event.number
      guard isComplete else { return }
      switch event.kind {
      case .actionHandled:
        guard case .effect(let token) = event.cause else { return }
        for (id, completing) in state.completing where completing == token { state.completing[id] = nil }
      case .effectQueued(let info):
        move(info, from: nil, to: .queued, &state)
      case .effectStarted(let info):
        move(info, from: state.phases[info.token] == .queued ? .queued : nil, to: .started, &state)
        start(info, &state)
      case .effectEnded(let info, let outcome):
        let isRunning = state.phases[info.token] == .started
        move(info, from: isRunning ? .started : .queued, to: .ended, &state)
        guard let id = info.id, isRunning else { return }
        state.running[id, default: 0] -= 1
        if limit == 1, case .finished = outcome { state.completing[id] = info.token }
      case .effectDrained(let info):
        move(info, from: .ended, to: .drained, &state)
      case .effectPaused(let info, _):
        if state.phases[info.token] != .started { state.problems.append("\(info) pauses while it does not run") }
      case .actionDropped, .actionVetoed, .stateChanged, .effectRefused, .errorUncaught, .issueFound:
        break
      case .handlerSuspended, .storeStopped, .storeStarted, .storeEnded, .storeAdopted:
        break
      }
    }
  }

  private func start(_ info: EffectInfo, _ state: inout State) {
    guard let id = info.id else { return }
    state.running[id, default: 0] += 1
    if let limit, let running = state.running[id], running > limit {
      state.problems.append("\(running) of \(id) run")
    }
    if state.completing[id] != nil {
      state.problems.append("\(info) started before the action of the one before was handled")
    }
  }

  private func move(_ info: EffectInfo, from expected: Phase?, to phase: Phase, _ state: inout State) {
    if state.phases[info.token] != expected {
      state.problems.append("\(info) is \(phase) after \(String(describing: state.phases[info.token]))")
    }
    state.phases[info.token] = phase
  }
}
