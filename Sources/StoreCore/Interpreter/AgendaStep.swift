/// What is left to do of the programs that a transition returned.
enum AgendaStep<Action: Sendable> {
  /// Run a program; its end is reported to the frame.
  case interpret(EffectProgram<Action>, frame: Frame<Action>?)
  /// A part inside the frame has ended; what follows came from the action.
  case end(frame: Frame<Action>?, action: UInt64, launcher: Action?)
  /// A sequence has started its last member.
  case releaseNode
}

extension AgendaStep {
  /// What is left of the step where nothing may start any more: the end of what it would have started.
  func withoutStart(action: UInt64, launcher: Action?) -> AgendaStep {
    switch self {
    case .interpret(_, let frame): .end(frame: frame, action: action, launcher: launcher)
    case .end, .releaseNode: self
    }
  }
}
