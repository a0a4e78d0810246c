/// An operation together with how it is to be launched: the leaf of an effect program.
@usableFromInline
package final class Launch<Action: Sendable>: Sendable {
  /// What the effect's task does, off the main actor.
  @usableFromInline
  package enum Body: Sendable {
    /// Sends the one action it returns.
    case task(@concurrent @Sendable () async throws -> Action)
    /// Sends as many actions as it likes.
    case run(@concurrent @Sendable (Send<Action>) async throws -> Void)
    /// Forwards a stream's elements with back-pressure.
    case stream(@concurrent @Sendable (StreamInlet<Action>) async throws -> Void)
  }

  @usableFromInline package let body: Body
  @usableFromInline package let options: EffectOptions
  @usableFromInline package let onCancel: (@MainActor @Sendable () -> Action?)?
  @usableFromInline package let isStream: Bool

  @inlinable
  package init(
    body: Body,
    options: EffectOptions = EffectOptions(),
    onCancel: (@MainActor @Sendable () -> Action?)? = nil
  ) {
    self.body = body
    self.options = options
    self.onCancel = onCancel
    isStream = if case .stream = body { true } else { false }
  }

  package func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> Launch<Other> {
    let mapped: Launch<Other>.Body
    switch body {
    case .task(let operation):
      mapped = .task { transform(try await operation()) }
    case .run(let operation):
      mapped = .run { send in try await operation(send.pullback(transform)) }
    case .stream(let pump):
      mapped = .stream { inlet in try await pump(inlet.pullback(transform)) }
    }
    var onCancel: (@MainActor @Sendable () -> Other?)?
    if let original = self.onCancel {
      onCancel = { original().map(transform) }
    }
    return Launch<Other>(body: mapped, options: options, onCancel: onCancel)
  }
}
