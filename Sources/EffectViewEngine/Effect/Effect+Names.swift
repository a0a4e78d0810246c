public import StoreCore

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

  /// Cancels the tasks of any hashable name: EffectView's word for `cancel(id:)`.
  @_disfavoredOverload
  public static func cancel(_ name: some Hashable & Sendable) -> Effect {
    .cancel(EffectID(name))
  }

  /// Cancels the tasks whose name is the array itself.
  @available(*, deprecated, message: "An array is one name: use 'cancel(ids:)'.")
  @_disfavoredOverload
  public static func cancel<Name: Hashable & Sendable>(_ names: [Name]) -> Effect {
    .cancel(EffectID(names))
  }

  /// Cancels the tasks whose name is the scope itself.
  @available(*, deprecated, message: "A scope is no name: use 'cancel(.scope(_:))'.")
  @_disfavoredOverload
  public static func cancel(_ name: EffectScope) -> Effect {
    .cancel(EffectID(name))
  }

  /// Cancels the selected effects.
  public static func cancel(_ selector: EffectSelector) -> Effect {
    .program { _ in .cancel(selector) }
  }
}
