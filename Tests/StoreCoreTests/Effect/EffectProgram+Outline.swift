@testable import StoreCore

extension EffectProgram {
  /// The program as text as it runs, with the answers that its error handlers give.
  @MainActor
  var outline: String { program.outline() }

  /// The operations of the program, except the answers to errors.
  var launches: [EffectOperation] { program.launches() }
}

extension Program {
  @MainActor
  fileprivate func outline(modifiers: GivenModifiers = GivenModifiers()) -> String {
    let opened = OpenedProgram(self, modifiers: modifiers)
    let words = opened.words
    return opened.scope.map { "\($0)(\(words))" } ?? words
  }

  fileprivate func launches(modifiers: GivenModifiers = GivenModifiers()) -> [EffectOperation] {
    let opened = OpenedProgram(self, modifiers: modifiers)
    return switch opened.program {
    case .operation(let operation): [opened.modifiers.applied(to: operation)]
    case .sequence(let members), .merge(let members): members.flatMap { $0.launches(modifiers: opened.modifiers) }
    case .catching(let body, _), .named(let body, _, _), .marked(let body, _):
      body.launches(modifiers: opened.modifiers)
    case .none, .emit, .call, .cancel, .modified, .scoped, .mapped, .deferred, .issue: []
    }
  }
}

extension OpenedProgram {
  @MainActor
  fileprivate var words: String {
    switch program {
    case .none, .modified, .scoped, .mapped, .marked: "none"
    case .deferred(let make): "deferred(\(words(make())))"
    case .emit(let action): "emit \(action)"
    case .call(let make): "call(\(make().map { "\($0)" } ?? "nothing"))"
    case .cancel(let selector): "cancel \(selector.outline)"
    case .operation(let operation): modifiers.applied(to: operation).outline
    case .sequence(let members): "sequence(\(words(members)))"
    case .merge(let members): "merge(\(words(members)))"
    case .named(let body, let id, _): "named \(id)(\(words(body)))"
    case .issue(_, let message): "issue \(message)"
    case .catching(let body, let handler): "catch(\(words(body)), \(handler(CancellationError()).outline()))"
    }
  }

  @MainActor
  private func words(_ members: [Program]) -> String {
    members.map(words).joined(separator: ", ")
  }

  @MainActor
  private func words(_ part: Program) -> String {
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
    case .marked: "marked"
    }
  }
}

extension EffectOperation {
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
  var result: AnyAction? {
    get async throws {
      guard case .task(let operation) = body else { return nil }
      let mailbox = Mailbox(table: EffectTable(options: StoreOptions()))
      let run = EffectRun(self, mailbox: mailbox)
      try await operation(run)
      return if case .action(let action) = run.outcome { action } else { nil }
    }
  }
}
