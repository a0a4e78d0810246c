import StoreCore

/// A reference to a store of whichever type, which a subscription does not keep.
struct StoreReference: Sendable {
  /// Calls a function, so that what it sends to the store is handled behind it.
  let performOutsideHandler: @MainActor @Sendable (() -> Void) -> Void
  /// Has a function called when the store is deallocated; `nil` where it was deallocated.
  let whenEnded: @MainActor @Sendable (@escaping @Sendable () -> Void) -> StoreSubscription?
  /// Reports that something is wrong with how the store is used.
  let report: @MainActor @Sendable (String) -> Void

  @MainActor
  init(_ store: some StoreEngine) {
    let reference = store.weakReference()
    performOutsideHandler = { body in
      guard let runtime = reference()?.runtime else { return body() }
      runtime.performOutsideHandler(body)
    }
    whenEnded = { body in reference()?.whenEnded(body) }
    report = { message in reference()?.runtime.report(.other, message, at: nil) }
  }
}
