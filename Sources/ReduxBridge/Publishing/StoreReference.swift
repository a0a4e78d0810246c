import StoreCore

/// What a subscription needs of a store of whichever type, which it does not keep.
struct StoreReference: Sendable {
  /// Calls a function, so that what it sends to the store is handled behind it.
  let performOutsideHandler: @MainActor @Sendable (() -> Void) -> Void
  /// Has a function called when the store is deallocated; `nil` where it was deallocated.
  let whenEnded: @Sendable (@escaping @Sendable () -> Void) -> EndSubscription?
  /// Reports that something is wrong with how the store is used.
  let report: @Sendable (String) -> Void

  init<Action: Sendable>(_ runtime: Runtime<Action>) {
    performOutsideHandler = { [weak runtime] body in
      guard let runtime else { return body() }
      runtime.performOutsideHandler(body)
    }
    whenEnded = { [weak runtime] body in runtime?.whenEnded(body) }
    report = { [weak runtime] message in runtime?.report(.other, message, at: nil) }
  }
}
