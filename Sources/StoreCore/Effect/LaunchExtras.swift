/// What few launches have.
///
/// Apart from these: each live effect keeps its launch.
@usableFromInline
package final class LaunchExtras<Action: Sendable>: Sendable {
  @usableFromInline let name: String?
  @usableFromInline let onCancel: (@MainActor @Sendable () -> Action?)?
  @usableFromInline let throttle: Throttle?
  @usableFromInline let modifiers: Chain<any OperationModifier>?

  @usableFromInline
  init(
    name: String?,
    onCancel: (@MainActor @Sendable () -> Action?)?,
    throttle: Throttle?,
    modifiers: Chain<any OperationModifier>?
  ) {
    self.name = name
    self.onCancel = onCancel
    self.throttle = throttle
    self.modifiers = modifiers
  }
}
