extension Chain where Element == any OperationModifier {
  /// The chain with one more modifier around it: outside of all but a debounce, which nothing but another one is outside
  /// of, because what waits for silence has not begun.
  static func adding(_ modifier: Element, around chain: Chain?) -> Chain {
    var debounces: [Element] = []
    var rest = chain
    while !(modifier is Debounce), let current = rest, current.element is Debounce {
      debounces.append(current.element)
      rest = current.rest
    }
    return debounces.reversed().reduce(Chain(modifier, before: rest)) { Chain($1, before: $0) }
  }

  /// Runs an operation inside all the modifiers, the first of which is the outermost.
  func run(isRepeatable: Bool, _ operation: @escaping @Sendable () async throws -> Void) async throws {
    try await element.run(isRepeatable: isRepeatable) { [rest] in
      if let rest {
        try await rest.run(isRepeatable: isRepeatable, operation)
      } else {
        try await operation()
      }
    }
  }
}
