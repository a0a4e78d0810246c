import StoreCore

extension EffectProgram {
  /// The program in words as it runs, with the answers that its error handlers give.
  @MainActor
  var outline: String { outline() }

  @MainActor
  fileprivate func outline(modifiers: Chain<ProgramModifier<Action>>? = nil) -> String {
    let bare = BareProgram(self, modifiers: modifiers)
    let words = bare.words
    return bare.scope.map { "\($0)(\(words))" } ?? words
  }

  /// The operations of the program, answers to errors excepted.
  var launches: [Launch<Action>] { launches() }

  private func launches(modifiers: Chain<ProgramModifier<Action>>? = nil) -> [Launch<Action>] {
    let bare = BareProgram(self, modifiers: modifiers)
    return switch bare.program.node {
    case .launch(let launch): [launch.modified(by: bare.modifiers)]
    case .sequence(let list), .merge(let list): list.members.flatMap { $0.launches(modifiers: bare.modifiers) }
    case .catching(let caught): caught.body.launches(modifiers: bare.modifiers)
    case .named(let named): named.body.launches(modifiers: bare.modifiers)
    case nil, .emit, .call, .cancel, .modified, .scoped, .deferred, .issue, .suspended: []
    }
  }
}

extension BareProgram {
  @MainActor
  fileprivate var words: String {
    switch program.node {
    case nil, .modified, .scoped, .suspended: "none"
    case .deferred(let make): "deferred(\(words(make())))"
    case .emit(let action): "emit \(action)"
    case .call(let make): "call(\(make().map { "\($0)" } ?? "nothing"))"
    case .cancel(let selector): "cancel \(selector.outline)"
    case .launch(let launch): launch.modified(by: modifiers).outline
    case .sequence(let list): "sequence(\(words(list)))"
    case .merge(let list): "merge(\(words(list)))"
    case .named(let named): "named \(named.id)(\(words(named.body)))"
    case .issue(_, let message): "issue \(message)"
    case .catching(let caught):
      "catch(\(words(caught.body)), \(caught.handler(CancellationError()).outline))"
    }
  }

  @MainActor
  private func words(_ list: ProgramList<Action>) -> String {
    list.members.map(words).joined(separator: ", ")
  }

  @MainActor
  private func words(_ part: EffectProgram<Action>) -> String {
    part.outline(modifiers: modifiers)
  }
}

extension EffectSelector {
  fileprivate var outline: String {
    switch kind {
    case .id(let id): id.description
    case .ids(let ids): ids.map(\.description).joined(separator: " ")
    case .matching: "matching"
    case .all: "all"
    case .scope(let scope): "scope \(scope)"
    case .departed(let scopes): "departed \(scopes)"
    }
  }
}

extension Launch {
  fileprivate var outline: String {
    let kind =
      switch body {
      case .task: "task"
      case .run: "run"
      case .mainActor: "run on main"
      case .stream: "stream"
      }
    return options.id.map { "\(kind) \($0)" } ?? kind
  }

  /// What the operation returns, if it is one that returns an action.
  var result: Action? {
    get async throws {
      guard case .task(let operation) = body else { return nil }
      return try await operation()
    }
  }
}
