public import StoreCore

// Disfavoured, so that a literal means the case itself.
extension Effect {
  /// Starts an operation under a name that is any hashable value: a ``run(id:priority:operation:)`` that cannot fail, in the
  /// word of EffectView.
  @_disfavoredOverload
  public static func task(
    name: some Hashable & Sendable,
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor (Input<Event>, Env) async -> Void
  ) -> Effect {
    .task(name: EffectID(name), priority: priority, operation: operation)
  }

  /// Cancels the tasks of a name that is any hashable value: ``cancel(id:)`` in the word of EffectView.
  @_disfavoredOverload
  public static func cancel(_ name: some Hashable & Sendable) -> Effect {
    .cancel(EffectID(name))
  }

  /// Cancels the selected effects.
  public static func cancel(_ selector: EffectSelector) -> Effect {
    .program { _ in .cancel(selector) }
  }
}
