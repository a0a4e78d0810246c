/// Something done around an effect's operation, inside the effect's own run: name, token and cancellation are kept.
@usableFromInline
package protocol OperationModifier: Sendable {
  /// Runs an operation when and as often as the modifier says; it can be run again if `isRepeatable`. When this
  /// returns, the operation has returned.
  ///
  /// - Throws: what the operation throws, or an error of the modifier.
  func run(isRepeatable: Bool, _ operation: @escaping @Sendable () async throws -> Void) async throws
}

extension ArraySlice<any OperationModifier> {
  /// Runs an operation inside all of them.
  // Not a method of the operation: each live effect would have a copy of that in its frames.
  func run(isRepeatable: Bool, _ operation: @escaping @Sendable () async throws -> Void) async throws {
    guard let outermost = last else { return try await operation() }
    try await outermost.run(isRepeatable: isRepeatable) {
      try await dropLast().run(isRepeatable: isRepeatable, operation)
    }
  }
}
