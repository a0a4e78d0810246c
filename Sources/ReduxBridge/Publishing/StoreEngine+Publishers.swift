public import StoreCore

extension StoreEngine {
  /// The state: the current one, and the one after each change.
  ///
  /// A subscriber without demand gets the newest state when it requests more; until then one state waits at most. A
  /// state that is an object is published after each action and after each task that has ended.
  ///
  /// - Complexity: O(1) for each change and subscriber. While a state waits, a change copies it.
  public var publisher: StorePublisher<State> {
    let reference = Self.weakReference(to: self)
    return StorePublisher(
      source: ValueSource(
        store: StoreReference(self),
        capacity: 1,
        complaint: nil,
        areSame: nil,
        attach: { offer in
          guard let store = reference() else { return nil }
          return ValueSource.Attachment(subscription: store.subscribe(offer), first: store.state)
        }
      )
    )
  }

  /// The value at a key path: the current one, and each later one that differs from the last one delivered.
  ///
  /// A subscriber without demand gets the newest value when it requests more. If the state is an `@Observable` object,
  /// changes outside actions are also published, in a turn of the main actor and several as one: the last value is
  /// never missed.
  ///
  /// - Complexity: O(1) for each change and subscriber, and one comparison.
  public func publisher<Value: Equatable & Sendable>(for keyPath: KeyPath<State, Value>) -> StorePublisher<Value> {
    let comparison = PartComparison<Value>()
    return publisher(for: keyPath) { comparison.areSame($0, $1) }
  }

  /// The value at a key path, whose `==` may be isolated to the main actor, as by `defaultIsolation(MainActor.self)`.
  ///
  /// Values that are not `Equatable` are published after each change; otherwise the same.
  @_disfavoredOverload
  public func publisher<Value: Sendable>(for keyPath: KeyPath<State, Value>) -> StorePublisher<Value> {
    // As `Value` is `Sendable`, only a cast on the main actor finds such an `==`.
    publisher(for: keyPath) { PartComparison.areKnownSame($0, $1) }
  }

  private func publisher<Value: Sendable>(
    for keyPath: KeyPath<State, Value>,
    areSame: @escaping @MainActor (Value, Value) -> Bool
  ) -> StorePublisher<Value> {
    let store = StoreReference(self)
    let reference = Self.weakReference(to: self)
    return StorePublisher(
      source: ValueSource(
        store: store,
        capacity: 1,
        complaint: nil,
        areSame: areSame,
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
            // Observed while this is subscribed.
            withExtendedLifetime(changes) {}
          }
          return ValueSource.Attachment(subscription: subscription, first: engine.state[keyPath: keyPath])
        }
      )
    )
  }

  /// Each action from now on, with the state after it.
  ///
  /// It is the state that the action made, or that a subscriber to states has written since, as to a host's. Actions
  /// without demand wait, up to `StreamLimits.capacity`; beyond that the oldest is dropped, and the first drop is
  /// reported to the store's issue hook. Append `buffer(size:prefetch:whenFull:)` for another rule.
  ///
  /// The actions as an asynchronous sequence are `actions`.
  public var actionPublisher: StorePublisher<(action: Action, state: State)> {
    let reference = Self.weakReference(to: self)
    return StorePublisher(
      source: ValueSource(
        store: StoreReference(self),
        capacity: StreamLimits.capacity,
        complaint: """
          A subscriber of a store's actions has requested so few that some were dropped.

          \(StreamLimits.capacity) actions wait for demand; each further one replaces the oldest.

          Let the subscriber request more, or append 'buffer(size:prefetch:whenFull:)' to 'actionPublisher'.
          """,
        areSame: nil,
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
