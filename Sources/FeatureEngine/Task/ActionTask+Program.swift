public import StoreCore

extension ActionTask {
  /// The task as a program, in the vocabulary that all engines share, for one store's state.
  ///
  /// A task deeper than `EffectLimits.nesting` becomes a program that reports this and does nothing else.
  @MainActor
  @usableFromInline
  func program(in context: StateContext<State>) -> EffectProgram<Action> {
    .translating(self, parts: { $0.parts }, program: { $0.program(of: $1, in: context) })
  }

  /// The tasks inside, if it is a composition.
  private var parts: [ActionTask]? {
    switch node {
    case .merge(let members), .concatenate(let members): members
    case .modified(let task, _), .catching(let task, _), .answeringCancel(let task, _), .answeringRefusal(let task, _):
      [task]
    case nil, .run, .task, .send, .program: nil
    }
  }

  @MainActor
  func program(of parts: [EffectProgram<Action>], in context: StateContext<State>) -> EffectProgram<Action> {
    switch node {
    case nil:
      return .none
    case .run(let options, let operation):
      return .runOnMainActor(options) { send in
        defer { context.runHasEnded(send) }
        try await operation(context.state, send)
      }
    case .task(let options, let operation):
      return .taskOnMainActor(options) { send in
        defer { context.runHasEnded(send) }
        return try await operation(context.state)
      }
    case .send(let action):
      return .emit(action)
    case .program(let program):
      return program
    case .merge:
      return .merge(parts)
    case .concatenate:
      return .sequence(parts)
    case .modified(_, let modifier):
      return parts.first?.modified(by: modifier) ?? .none
    case .answeringCancel(_, let handler):
      return parts.first?.onCancel {
        let answer = handler(context.state)
        context.stateHasChanged()
        return answer
      } ?? .none
    case .answeringRefusal(_, let handler):
      return parts.first?.onRefused {
        let answer = handler(context.state)
        context.stateHasChanged()
        return answer
      } ?? .none
    case .catching(_, let handler):
      return parts.first?.catch { error in
        let answer = handler(error, context.state)
        context.stateHasChanged()
        return answer.program(in: context)
      } ?? .none
    }
  }
}
