public import StoreCore

/// A store's state, which its tasks retain instead of the store, and the way to its subscribers.
@MainActor
@usableFromInline
final class StateContext<State> {
  @usableFromInline let state: State
  // Exclusivity: read and written on the main actor by plain loads and stores; no access spans a call.
  /// Whether there are or were subscribers: a check that costs less than a look at a weak reference.
  @exclusivity(unchecked)
  @usableFromInline var mayHaveSubscribers = false
  /// Retained by the store alone: a task that goes on, or a handler that has suspended, may outlive it with this.
  @usableFromInline weak var subscribers: StoreSubscribers<State>?
  /// Calls a function, so that actions that it sends to the store are handled after it.
  private var performOutsideHandler: (@MainActor (() -> Void) -> Void)?

  @usableFromInline
  init(_ state: State) {
    self.state = state
  }

  /// Notifies these subscribers from now on.
  func open<Action>(_ subscribers: StoreSubscribers<State>, of runtime: Runtime<Action>) {
    self.subscribers = subscribers
    mayHaveSubscribers = true
    performOutsideHandler = { [weak runtime] body in runtime?.performOutsideHandler(body) }
  }

  @inlinable
  func stateHasChanged() {
    if mayHaveSubscribers { subscribers?.deliver(state) }
  }

  /// Notifies subscribers when an operation has ended, unless it was cancelled: then the store may be deallocated.
  ///
  /// No action is handled at that time: one that a subscriber sends would be handled inside its delivery.
  func runHasEnded<Action>(_ send: Send<Action>) {
    // Not `Task.isCancelled`, which is also true if a timeout ends the operation.
    if mayHaveSubscribers, !send.isCancelled {
      performOutsideHandler? { stateHasChanged() }
    }
  }
}
