import StoreCore

/// A weak reference to a store of any type, for subscriptions.
struct StoreReference: Sendable {
  /// Calls a function, so that actions that it sends to the store are handled after it.
  let performOutsideHandler: @MainActor @Sendable (() -> Void) -> Void
  /// Registers a function to call when the store is deallocated; `nil` if it already was.
  let whenEnded: @MainActor @Sendable (@escaping @Sendable () -> Void) -> StoreSubscription?
  /// Reports a mistake in the use of the store.
  let report: @MainActor @Sendable (String) -> Void

  @MainActor
  init<Store: StoreEngine>(_ store: Store) {
    let reference = Store.weakReference(to: store)
    performOutsideHandler = { body in
      guard let runtime = reference()?.runtime else { return body() }
      runtime.performOutsideHandler(body)
    }
    whenEnded = { body in reference()?.whenEnded(body) }
    report = { message in reference()?.runtime.report(.other, message, at: nil) }
  }
}
