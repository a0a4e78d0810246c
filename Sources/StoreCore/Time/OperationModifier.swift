/// Something done around an effect's operation, inside the effect's own run: name, token and cancellation are kept.
@usableFromInline
package protocol OperationModifier: Sendable {
  /// Runs the operation when and as often as the modifier says; where it returns, the operation has returned.
  ///
  /// `isRepeatable` tells whether the operation can be run again.
  ///
  /// - Throws: what the operation throws, or an error of the modifier.
  func run(isRepeatable: Bool, _ operation: @escaping @Sendable () async throws -> Void) async throws
}
