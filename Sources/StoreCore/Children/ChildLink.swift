/// The store of one child, and what connects it with its parent.
@MainActor
final class ChildLink<Child: StoreEngine> {
  let store: Child
  private let subscriptions: [StoreSubscription]

  init(_ store: Child, _ subscriptions: [StoreSubscription]) {
    self.store = store
    self.subscriptions = subscriptions
  }

  /// Ends the child: its effects are cancelled, and what is sent to it is dropped.
  func end() {
    for subscription in subscriptions { subscription.cancel() }
    // A scope's runtime is that of the store which was scoped, and that is not the parent's to stop.
    if store.runtime.lens == nil { store.runtime.stop() }
  }
}
