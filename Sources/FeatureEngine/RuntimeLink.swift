public import StoreCore

/// The way from a store's handler to its runtime, which holds the handler.
@MainActor
@usableFromInline
final class RuntimeLink<Action: Sendable> {
  @usableFromInline weak var runtime: Runtime<Action>?

  init() {}
}
