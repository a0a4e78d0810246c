public import StoreCore

extension ActionTask {
  /// The task in the vocabulary that all engines share, for one store's state.
  ///
  /// It does not recurse, however deep the task is.
  @MainActor
  @usableFromInline
  func program(in context: StateContext<State>) -> EffectProgram<Action> {
    guard let node else { return .none }
    if let program = Self.leaf(node, in: context) { return program }
    // A composition comes twice: to have its members put on the stack, and to take their programs off.
    var stack: [(node: Node, isOpen: Bool)] = [(node, false)]
    var programs: [EffectProgram<Action>] = []
    while let (node, isOpen) = stack.popLast() {
      if let program = Self.leaf(node, in: context) {
        programs.append(program)
      } else if isOpen {
        let members = Array(programs.suffix(node.members.count))
        programs.removeLast(members.count)
        programs.append(Self.composition(node, of: members, in: context))
      } else {
        stack.append((node, true))
        for member in node.members.reversed() {
          if let inner = member.node { stack.append((inner, false)) }
        }
      }
    }
    return programs.first ?? .none
  }

  @MainActor
  private static func leaf(_ node: Node, in context: StateContext<State>) -> EffectProgram<Action>? {
    switch node.kind {
    case .run(let run):
      let operation = run.operation
      return .runOnMainActor(EffectOptions(id: run.id, priority: run.priority)) { send in
        defer { context.runHasEnded(send) }
        try await operation(context.state, send)
      }
    case .send(let action):
      return .emit(action)
    case .cancel(let selector):
      return .cancel(selector)
    case .program(let program):
      return program
    case .merge, .concatenate, .modified, .catching, .answeringCancel:
      return nil
    }
  }

  @MainActor
  private static func composition(
    _ node: Node,
    of members: [EffectProgram<Action>],
    in context: StateContext<State>
  ) -> EffectProgram<Action> {
    switch node.kind {
    case .run, .send, .cancel, .program:
      return .none
    case .merge:
      return .merge(members)
    case .concatenate:
      return .sequence(members)
    case .modified(_, let modifier):
      return members.first.map { $0.modified(by: modifier) } ?? .none
    case .answeringCancel(_, let handler):
      return members.first?.onCancel { handler(context.state) } ?? .none
    case .catching(_, let handler):
      return members.first?.catch { error in
        let answer = handler(error, context.state)
        context.stateHasChanged()
        return answer.program(in: context)
      } ?? .none
    }
  }
}
