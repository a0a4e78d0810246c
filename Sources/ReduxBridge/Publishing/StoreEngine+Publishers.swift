public import StoreCore

extension StoreEngine {
  /// The state: the current one, and the one after each change.
  ///
  /// A subscriber that has asked for less than there is gets the newest state when it asks for more. Until then a state
  /// waits, one at most. Of a state that is an object, it is the object, after each action and after each task that has
  /// changed it.
  ///
  /// - Complexity: O(1) for each change and subscriber. While a state waits, a change of it makes a copy.
  public var publisher: StorePublisher<State> {
    let reference = weakReference()
    return StorePublisher(
      source: ValueSource(
        store: StoreReference(self),
        capacity: 1,
        complaint: nil,
        areEqual: nil,
        attach: { offer in
          guard let store = reference() else { return nil }
          return ValueSource.Attachment(subscription: store.subscribe(offer), first: store.state)
        }
      )
    )
  }

  /// The value at a key path: the current one, and each later one that differs from the one that was delivered before.
  ///
  /// A subscriber that has asked for less than there is gets the newest value when it asks for more. Of a state that is
  /// an `@Observable` object, changes outside of actions come too, in a turn of the main actor, where several of them
  /// are one: the last value is never missed.
  ///
  /// - Complexity: O(1) for each change and subscriber, and one comparison.
  public func publisher<Value: Equatable & Sendable>(for keyPath: KeyPath<State, Value>) -> StorePublisher<Value> {
    let store = StoreReference(self)
    let reference = weakReference()
    return StorePublisher(
      source: ValueSource(
        store: store,
        capacity: 1,
        complaint: nil,
        areEqual: { $0 == $1 },
        attach: { offer in
          guard let engine = reference() else { return nil }
          var changes: ObservedOffers<Value>?
          if State.self is AnyClass {
            changes = ObservedOffers {
              reference()?.state[keyPath: keyPath]
            } to: { value in
              store.performOutsideHandler { offer(value) }
            }
          }
          let subscription = engine.subscribe { [changes] state in
            offer(state[keyPath: keyPath])
            // Observed for as long as this is subscribed.
            withExtendedLifetime(changes) {}
          }
          return ValueSource.Attachment(subscription: subscription, first: engine.state[keyPath: keyPath])
        }
      )
    )
  }

  /// Each action from now on, with the state behind it.
  ///
  /// It is the state that the action made, or the one that a subscriber to states has written since, as to a host's.
  /// Actions that were not asked for wait, up to `StreamLimits.capacity`; beyond that the oldest is dropped, and the
  /// store's issue hook is told of the first. Put `buffer(size:prefetch:whenFull:)` behind it for another rule.
  ///
  /// The actions as an asynchronous sequence are `actions`.
  public var actionPublisher: StorePublisher<(action: Action, state: State)> {
    let reference = weakReference()
    return StorePublisher(
      source: ValueSource(
        store: StoreReference(self),
        capacity: StreamLimits.capacity,
        complaint: """
          A subscriber of a store's actions has asked for so few that some were dropped.

          \(StreamLimits.capacity) actions wait to be asked for. What comes then takes the place of the oldest.

          Let the subscriber request more, or put 'buffer(size:prefetch:whenFull:)' behind 'actionPublisher'.
          """,
        areEqual: nil,
        attach: { offer in
          guard let runtime = reference()?.runtime else { return nil }
          let subscription = runtime.subscribe(toActions: { action in
            if let store = reference() { offer((action, store.state)) }
          })
          return ValueSource.Attachment(subscription: subscription, first: nil)
        }
      )
    )
  }
}
