/// Waits for silence before an operation begins: whatever else is done around the operation is done after that.
@usableFromInline
package struct Debounce: OperationModifier {
  /// The name, where that is the operation's own.
  let id: EffectID?
  let wait: Delay

  @usableFromInline
  package func run(isRepeatable: Bool, _ operation: @escaping @Sendable () async throws -> Void) async throws {
    try await wait.run(isRepeatable: isRepeatable, operation)
  }
}
