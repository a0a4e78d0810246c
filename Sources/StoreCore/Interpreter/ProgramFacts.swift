/// The facts about a program that are known without interpreting it.
package struct ProgramFacts {
  /// Whether the program as a whole has a name.
  package var hasName = false
  /// The policy that was given to it, unless it is for a name inside.
  package var policy: LaunchPolicy?
  /// The policy that was given for a certain name around it.
  package var ownPolicy: LaunchPolicy?
  /// Whether a throttle may refuse the program or hold it back.
  package var isThrottled = false
}

extension Program {
  /// - Complexity: O(the modifiers, names, scopes and handlers around what is inside).
  package func facts(for id: EffectID? = nil) -> ProgramFacts {
    var facts = ProgramFacts()
    var next = self
    loop: while true {
      switch next {
      case .modified(let body, let modifier):
        facts.policy = facts.policy ?? modifier.policy
        if facts.ownPolicy == nil, let id { facts.ownPolicy = modifier.policy(of: id) }
        facts.isThrottled = facts.isThrottled || modifier.throttle != nil
        next = body
      case .named(let body, _, let use):
        facts.hasName = facts.hasName || use != .owner
        next = body
      case .catching(let body, _), .scoped(let body, _), .mapped(let body, _), .marked(let body, _):
        next = body
      case .operation(let operation):
        facts.hasName = facts.hasName || operation.id != nil
        facts.policy = facts.policy ?? operation.options.policy
        facts.isThrottled = facts.isThrottled || operation.throttle != nil
        break loop
      case .none, .emit, .call, .cancel, .sequence, .merge, .deferred, .issue:
        break loop
      }
    }
    if facts.hasName { facts.policy = nil }
    return facts
  }

  /// The answer to a refusal that was given around what is inside, the outermost one.
  ///
  /// - Complexity: O(the modifiers, names, scopes and handlers around what is inside).
  var refusalAnswer: EffectAnswers.Answer? {
    var next = self
    var maps: [PartMap] = []
    while true {
      switch next {
      case .modified(_, .onRefused(let handler)):
        guard !maps.isEmpty else { return handler }
        return { [maps] in handler().map { action in maps.reversed().reduce(action) { $1.embed($0) } } }
      case .mapped(let body, let map):
        maps.append(map)
        next = body
      case .modified(let body, _), .named(let body, _, _), .catching(let body, _), .scoped(let body, _),
        .marked(let body, _):
        next = body
      case .operation(let operation):
        guard let handler = operation.answers?.onRefused else { return nil }
        return { [maps] in handler().map { action in maps.reversed().reduce(action) { $1.embed($0) } } }
      case .none, .emit, .call, .cancel, .sequence, .merge, .deferred, .issue:
        return nil
      }
    }
  }
}
