import StoreCore

extension ActionTask {
  /// One operation, or a composition of tasks.
  @usableFromInline
  final class Node {
    /// An operation and its name.
    struct Run {
      let id: EffectID?
      let priority: TaskPriority?
      let operation: @MainActor (State, Send<Action>) async throws -> Void
    }

    enum Kind {
      case run(Run)
      case send(Action)
      case cancel(EffectSelector)
      case merge([ActionTask])
      case concatenate([ActionTask])
      case modified(ActionTask, EffectModifier)
      case catching(ActionTask, @MainActor (any Error, State) -> ActionTask)
      case answeringCancel(ActionTask, @MainActor (State) -> Action?)
      case program(EffectProgram<Action>)
    }

    private(set) var kind: Kind

    init(_ kind: Kind) {
      self.kind = kind
    }

    /// Takes a composition apart step by step: left to itself, a deep one would end in as many nested calls.
    deinit {
      guard isComposition else { return }
      var pending = takeMembers()
      // In one variable alone, and out of the array, so that nobody but this loop keeps the node unless a user does.
      while var node = pending.popLast() {
        if isKnownUniquelyReferenced(&node) {
          pending += node.takeMembers()
        }
      }
    }

    /// The nodes inside, which are no longer held by this one.
    private func takeMembers() -> [Node] {
      let members = self.members
      if !members.isEmpty {
        kind = .merge([])
      }
      // By a closure: where the types are not known, a key path is put together anew each time.
      return members.compactMap { $0.node }
    }

    private var isComposition: Bool {
      switch kind {
      case .run, .send, .cancel, .program: false
      case .merge, .concatenate, .modified, .catching, .answeringCancel: true
      }
    }

    /// The tasks inside, in order.
    var members: [ActionTask] {
      switch kind {
      case .run, .send, .cancel, .program: []
      case .merge(let members), .concatenate(let members): members
      case .modified(let task, _), .catching(let task, _), .answeringCancel(let task, _): [task]
      }
    }
  }
}
