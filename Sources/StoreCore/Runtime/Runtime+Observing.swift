extension Runtime {
  // MARK: Observers

  /// Adds an observer, which is notified of what happens from now on.
  ///
  /// The subscription lasts until it is cancelled or the store is deallocated, whether it is kept or not.
  @discardableResult
  public func observe(_ observer: any RuntimeObserver) -> StoreSubscription {
    core.observe(observer)
  }

  // MARK: Actions

  /// Calls `receive` with each action from now on, in order, once it has been handled.
  ///
  /// The state is the one that the action made; its effects have not begun. An action that `receive` sends is handled
  /// after it. The subscription lasts until it is cancelled or the store is deallocated. That of a scoped store also
  /// ends when the child departs, after the action with which it departs.
  @discardableResult
  public func subscribe(toActions receive: @escaping @MainActor (Action) -> Void) -> StoreSubscription {
    guard let lens else { return core.subscribe { receive(typed($0)) } }
    if lens.extract == nil { reportLackOfExtract() }
    guard let extract = lens.extract, let child = lens.child(), child.presentState != nil else {
      // Its list is not kept: the subscription is over.
      return StoreSubscribers<Action>().add(receive)
    }
    let departure = Departure()
    let subscription = core.subscribe { action in
      if let own = extract(action) { receive(typed(own)) }
      withExtendedLifetime(departure) {}
    }
    departure.begin(child.whenDeparted { [weak core] in core?.endBehindAction(subscription) })
    return subscription
  }

  private func reportLackOfExtract() {
    report(
      .other,
      """
      Asked a scoped store for its actions, but it cannot tell which of its store's actions are its child's.

      Nothing is delivered: the scope was made without 'extract:', so the store's actions cannot be mapped back to the child's.

      Pass 'extract:' too when you make the scope.
      """,
      at: nil
    )
  }

  /// The number of subscribers to actions, for tests of its bounds.
  package var readerCount: Int { core.actionSubscribers?.count ?? 0 }

  /// Whether it knows which of its store's actions are its own: only a scope without `extract:` does not.
  package var knowsItsActions: Bool { lens == nil || lens?.extract != nil }

  /// An action of the whole store as one of this store's own; `nil` if it is not.
  package func own(_ action: any Sendable) -> Action? {
    guard let lens else { return typed(action) }
    return lens.extract?(action).map { typed($0) }
  }

  /// The actions that are handled from now on, in order.
  ///
  /// The sequence ends as a subscription does; see ``subscribe(toActions:)``. It buffers all actions that were not
  /// consumed yet: consume it, or release it.
  public var actions: AsyncStream<Action> {
    let (stream, continuation) = AsyncStream.makeStream(of: Action.self)
    let end = StreamEnd(continuation)
    subscribe(toActions: { end.continuation.yield($0) }).end(with: continuation)
    return stream
  }

  // MARK: Effects

  /// Returns whether an effect of this name is running, or waits for its turn.
  ///
  /// A cancelled effect is not running, even if it has not ended yet.
  public func isTaskRunning(id: some Hashable & Sendable) -> Bool { isTaskRunning(EffectID(id)) }

  package func isTaskRunning(_ id: EffectID) -> Bool {
    core.noteLook()
    return table.isRunning(lens?.outer(id) ?? id)
  }

  /// The number of running effects, including those that wait for their turn.
  ///
  /// Cancelled effects that have not ended yet do not count.
  public var runningTaskCount: Int {
    core.noteLook()
    return scope.map { table.liveEffects(in: $0).count } ?? table.runningCount
  }

  /// The running effects in the order of their launches, including those that wait for their turn.
  public var runningEffects: [EffectInfo] {
    core.noteLook()
    return table.liveEffects(in: scope)
  }

  /// The effects that wait for other effects of their name, or for the end of a throttle's interval, in launch order.
  public var waitingEffects: [EffectInfo] {
    core.noteLook()
    return table.liveEffects(in: scope, where: \.isWaiting)
  }

  /// The effects that were cancelled or replaced and have not ended yet, in the order of their launches.
  ///
  /// They block nothing: their names are free, and nothing they send is handled.
  public var drainingEffects: [EffectInfo] { table.drainingEffects(in: scope) }

  /// What each effect does now: those that run or wait, in the order of their launches, then those that were cancelled
  /// and have not ended.
  ///
  /// - Complexity: O(effects), and for each wait O(what it waits for), and for each queued one O(those in front of it).
  public var effectReports: [EffectReport] {
    core.noteLook()
    return table.effectReports(in: scope)
  }
}

/// A subscription to a child's departure, which is cancelled with the subscription to its actions.
private final class Departure: Sendable {
  private let subscription = Locked<StoreSubscription?>(nil)

  func begin(_ subscription: StoreSubscription) { self.subscription.withLock { $0 = subscription } }

  deinit {
    subscription.withLock { $0 }?.cancel()
  }
}
