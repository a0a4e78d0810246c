import StoreCore

/// The number of the last child.
@MainActor private var lastNumber = 0

/// The store of one child, and its connections with its parent.
@MainActor
final class ChildLink<Child: StoreEngine> {
  let store: Child
  /// A number that no other child has.
  let number: Int
  private let subscriptions: [StoreSubscription]
  private var hasEnded = false

  init(_ store: Child, _ subscriptions: [StoreSubscription]) {
    self.store = store
    lastNumber += 1
    number = lastNumber
    self.subscriptions = subscriptions
  }

  /// Ends the child: its effects are cancelled, and actions sent to it are dropped.
  func end() {
    hasEnded = true
    for subscription in subscriptions { subscription.cancel() }
    store.runtime.end()
  }

  deinit {
    guard !hasEnded else { return }
    for subscription in subscriptions { subscription.cancel() }
    // Others may keep the store. It can be released on any thread.
    Task.detached { @MainActor [weak store] in store?.runtime.end() }
  }
}
