extension RuntimeEvent: CustomStringConvertible {
  /// The event in a sentence: the store, what happened, and what it came from.
  public var description: String {
    let subject = "Event \(number) of \(store.title)"
    return switch kind {
    case .actionHandled(let action, let id):
      "\(subject): action \(id.rawValue), \(RepeatedActions.words(for: action)), was handled\(origin)."
    case .actionDropped(let action):
      "\(subject): the action \(RepeatedActions.words(for: action)) was dropped\(origin)."
    case .stateChanged:
      "\(subject): the state was changed by something else than an action\(origin)."
    case .effectQueued(let info):
      "\(subject): \(info.numberedTitle) waits for its turn\(origin)."
    case .effectRefused(let info, let reason):
      "\(subject): \(info.numberedTitle) was refused, as \(reason)\(origin)."
    case .effectStarted(let info):
      "\(subject): \(info.numberedTitle) started\(origin)."
    case .effectEnded(let info, let outcome):
      "\(subject): \(info.numberedTitle) \(outcome.words)."
    case .effectDrained(let info):
      "\(subject): the task of \(info.numberedTitle), which was cancelled, has ended."
    case .errorUncaught(let error):
      "\(subject): \(error)"
    case .issueFound(let issue):
      "\(subject): \(issue.message.prefix { $0 != "\n" })"
    }
  }

  /// What it came from, as the end of a sentence.
  private var origin: String {
    let cause =
      switch cause {
      case .action(let id): ", because of action \(id.rawValue)"
      case .effect(let token): ", because of effect #\(token.rawValue)"
      case nil: ""
      }
    return cause + (location.map { ", sent at \($0)" } ?? "")
  }
}

extension EffectOutcome {
  /// The outcome as what is said of an effect.
  fileprivate var words: String {
    switch self {
    case .finished: "finished"
    case .failed(let error): "failed with \(error)"
    case .cancelled: "was cancelled"
    case .replaced: "was replaced by a newer one of its name"
    case .refused(let reason): "was refused after it had waited, as \(reason)"
    }
  }
}
