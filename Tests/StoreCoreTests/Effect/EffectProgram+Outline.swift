import StoreCore

extension EffectProgram {
  /// The program in words, with the answers that its error handlers give.
  @MainActor var outline: String {
    switch node {
    case nil: "none"
    case .emit(let action): "emit \(action)"
    case .cancel(let selector): "cancel \(selector.outline)"
    case .launch(let launch): launch.outline
    case .sequence(let members): "sequence(\(members.map(\.outline).joined(separator: ", ")))"
    case .merge(let members): "merge(\(members.map(\.outline).joined(separator: ", ")))"
    case .catching(let body, let handler): "catch(\(body.outline), \(handler(CancellationError()).outline))"
    case .scoped(let moved): moved.outline
    case .suspended: "suspended"
    }
  }

  /// The operations of the program, answers to errors excepted.
  var launches: [Launch<Action>] {
    switch node {
    case nil, .emit, .cancel, .suspended: []
    case .launch(let launch): [launch]
    case .sequence(let members), .merge(let members): members.flatMap(\.launches)
    case .catching(let body, _): body.launches
    case .scoped(let moved): moved.open(in: nil).program.launches
    }
  }
}

extension ScopedProgram {
  @MainActor fileprivate var outline: String {
    let (scope, program) = open(in: nil)
    return scope.map { "\($0)(\(program.outline))" } ?? program.outline
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
