import StoreCore

/// The events that observers receive, in the model's words.
final class EventNotes: RuntimeObserver {
  private struct State {
    var lines: [String] = []
    var actions: [ActionID: Int] = [:]
    var effects: [CancellationToken: String] = [:]
  }

  private let state = Locked(State())

  /// The lines since the last call.
  func take() -> [String] {
    state.withLock { state in
      defer { state.lines = [] }
      return state.lines
    }
  }

  func receive(_ event: RuntimeEvent) {
    state.withLock { state in
      let cause =
        switch event.cause {
        case .action(let id)?: "action \(state.actions[id].map { "\($0)" } ?? "that was not told")"
        case .effect(let token)?: state.effects[token] ?? "an effect that was not told"
        case nil: ""
        }
      switch event.kind {
      case .actionHandled(let step as Step, _) where step.number == 0: break
      case .actionDropped(let step as Step) where step.number == 0: break
      case .actionHandled(let step as Step, let id):
        state.actions[id] = step.number
        state.lines.append("handled \(step.number) of \(cause)")
      case .actionDropped(let step as Step):
        state.lines.append("dropped \(step.number) of \(cause)")
      case .effectQueued(let info):
        state.lines.append("queued \(title(info, &state)) of \(cause)")
      case .effectStarted(let info):
        state.lines.append("started \(title(info, &state)) of \(cause)")
      case .effectRefused(let info, let reason):
        state.lines.append("refused \(title(info, &state)) of \(cause), \(reason)")
      case .effectEnded(let info, let outcome):
        state.lines.append("ended \(title(info, &state)), \(words(outcome))")
      case .effectDrained(let info):
        state.lines.append("drained \(title(info, &state))")
      case .actionHandled, .actionDropped, .actionVetoed, .stateChanged, .errorUncaught, .issueFound:
        break
      case .effectPaused, .handlerSuspended, .storeStopped, .storeStarted, .storeEnded, .storeAdopted:
        break
      }
    }
  }

  /// Records an uncaught error.
  func noteUncaught(_ info: EffectInfo) {
    state.withLock { $0.lines.append("uncaught of \(title(info, &$0))") }
  }

  private func title(_ info: EffectInfo, _ state: inout State) -> String {
    let title = info.name ?? info.id.map { "\($0)" } ?? "an effect"
    state.effects[info.token] = title
    return title
  }

  private func words(_ outcome: EffectOutcome) -> String {
    switch outcome {
    case .finished: "finished"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .replaced: "replaced"
    case .refused(let reason): "refused(\(reason))"
    }
  }
}
