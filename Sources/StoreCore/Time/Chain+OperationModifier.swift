extension Chain where Element == any OperationModifier {
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
