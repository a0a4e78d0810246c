extension Runtime {
  /// Calls `receive` with each action from now on, in order, once it was handled.
  ///
  /// The state is the one that the action made; its effects have not begun. An action that `receive` sends is handled
  /// behind it. The subscription lasts until it is cancelled or the store is deallocated.
  @discardableResult
  public func subscribe(toActions receive: @escaping @MainActor (Action) -> Void) -> StoreSubscription {
    noteLook()
    let subscribers = actionSubscribers ?? StoreSubscribers()
    actionSubscribers = subscribers
    noteListeners()
    return subscribers.add(receive)
  }

  /// How many hear of actions, for tests of its bounds.
  package var readerCount: Int { actionSubscribers?.count ?? 0 }

  /// The action that subscribers are being called with, as observers know it; `nil` where none was told of it.
  package var toldAction: ActionID? {
    current.action == 0 ? nil : ActionID(rawValue: current.action)
  }

  /// The actions that are handled from now on, in order.
  ///
  /// The sequence ends when the store is deallocated. It holds all actions that were not consumed yet: consume it,
  /// or let it go.
  public var actions: AsyncStream<Action> {
    let (stream, continuation) = AsyncStream.makeStream(of: Action.self)
    let end = StreamEnd(continuation)
    subscribe(toActions: { end.continuation.yield($0) }).end(with: continuation)
    return stream
  }
}
