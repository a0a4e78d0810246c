import StoreCore

/// The source of a publisher's values.
struct ValueSource<Value>: Sendable {
  /// What a store has given a subscriber.
  struct Attachment {
    let subscription: StoreSubscription
    /// The value that is there already.
    let first: Value?
  }

  let store: StoreReference
  /// How many values wait at most that were not asked for.
  let capacity: Int
  /// What is wrong, and what to do, where more would have to wait; `nil` where the newest are enough.
  let complaint: String?
  /// Where repeated values are left out, whether one repeats another.
  let areEqual: (@MainActor (Value, Value) -> Bool)?
  /// Offers values from now on, until the subscription is cancelled; `nil` where the store was deallocated.
  let attach: @MainActor (_ offer: @escaping @MainActor (Value) -> Void) -> Attachment?
}
