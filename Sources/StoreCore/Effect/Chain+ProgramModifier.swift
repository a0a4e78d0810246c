// The innermost modifier comes first. What was given to the very program that they are around ends at `members`.
extension Chain {
  /// Whether one of the elements before `end`, all of them without it, satisfies a condition.
  func holds(before end: (Element) -> Bool = { _ in false }, _ condition: (Element) -> Bool) -> Bool {
    var next = Optional(self)
    while let current = next, !end(current.element) {
      if condition(current.element) { return true }
      next = current.rest
    }
    return false
  }
}

extension Chain {
  /// Whether a modifier was given to the very program inside.
  package func isGiven<Action>(_ condition: (ProgramModifier<Action>) -> Bool) -> Bool
  where Element == ProgramModifier<Action> {
    holds(before: { if case .members = $0 { true } else { false } }, condition)
  }

  /// The outermost modifier of a kind that was given to the very program inside, and the chain without it.
  package func takingOutermost<Action, Value>(_ value: (ProgramModifier<Action>) -> Value?) -> (Value, Chain?)?
  where Element == ProgramModifier<Action> {
    var own: [Element] = []
    var next = Optional(self)
    while let current = next {
      if case .members = current.element { break }
      own.append(current.element)
      next = current.rest
    }
    guard let index = own.lastIndex(where: { value($0) != nil }), let found = value(own[index]) else { return nil }
    own.remove(at: index)
    return (found, own.reversed().reduce(next) { Chain($1, before: $0) })
  }

  /// The outermost policy that means the program inside.
  package func policy<Action>() -> LaunchPolicy? where Element == ProgramModifier<Action> {
    var policy: LaunchPolicy?
    var next = Optional(self)
    while let current = next {
      switch current.element {
      case .whole, .members(hidesPolicy: true): return policy
      case .policy(let given): policy = given
      case .options, .operation, .throttle, .onCancel, .members: break
      }
      next = current.rest
    }
    return policy
  }

  /// The chain for the members of a program of several, which each of its modifiers reaches.
  package func forMembers<Action>() -> Chain where Element == ProgramModifier<Action> {
    Chain(.members(hidesPolicy: givesName()), before: self)
  }

  /// Whether a name was given to the very program inside, whose policy it has made its own.
  func givesName<Action>() -> Bool where Element == ProgramModifier<Action> {
    isGiven { if case .whole = $0 { true } else { false } }
  }
}
