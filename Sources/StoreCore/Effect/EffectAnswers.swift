/// The answers of an operation that is cancelled or refused: each makes an action to send, or none.
///
/// An object, because few operations have one.
package final class EffectAnswers: Sendable {
  package typealias Answer = @MainActor @Sendable () -> AnyAction?

  package let onCancel: Answer?
  package let onRefused: Answer?

  init(onCancel: Answer?, onRefused: Answer?) {
    self.onCancel = onCancel
    self.onRefused = onRefused
  }

  func mapped(_ transform: @escaping @Sendable (AnyAction) -> AnyAction) -> EffectAnswers {
    EffectAnswers(
      onCancel: onCancel.map { handler in { @MainActor @Sendable in handler().map(transform) } },
      onRefused: onRefused.map { handler in { @MainActor @Sendable in handler().map(transform) } }
    )
  }
}
