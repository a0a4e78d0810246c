import StoreCore

/// The source of a publisher's values.
struct ValueSource<Value>: Sendable {
  /// The result of attaching a subscriber to a store.
  struct Attachment {
    let subscription: StoreSubscription
    /// The current value, to be delivered first.
    let first: Value?
  }

  let store: StoreReference
  /// The greatest number of values that wait without demand.
  let capacity: Int
  /// The issue to report if more would have to wait; `nil` if the newest values are enough.
  let complaint: String?
  /// Whether one value repeats another, if repeated ones are left out.
  let areSame: (@MainActor (Value, Value) -> Bool)?
  /// Offers values from now on, until the subscription is cancelled; `nil` if the store was deallocated.
  let attach: @MainActor (_ offer: @escaping @MainActor (Value) -> Void) -> Attachment?
}
