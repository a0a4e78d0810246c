import StoreCore

/// The way from a store's handler to its runtime, which holds the handler.
@MainActor
final class RuntimeLink<Action: Sendable> {
  weak var runtime: Runtime<Action>?
}
