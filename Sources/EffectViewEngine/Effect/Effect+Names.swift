import StoreCore

// Disfavoured, so that a literal selects the case itself.
extension Effect {
  /// Starts an operation under any hashable name, or `nil` for none: EffectView's word for a
  /// ``run(id:priority:operation:)`` that cannot fail.
  @_disfavoredOverload
  public static func task<Name: Hashable & Sendable>(
    name: Name?,
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor (Input<Event>, Env) async -> Void
  ) -> Effect {
    .task(name: name.map { EffectID($0) }, priority: priority, operation: operation)
  }
}
