import OpenCombineShim
import StoreCore

/// A store's state and its subscribers: what its handler keeps, and not the store.
@MainActor
final class PublishedState<State> {
  private(set) var value: State
  private let subscribers = StoreSubscribers<State>()
  let willChange = ObservableObjectPublisher()

  init(_ value: State) {
    self.value = value
  }

  /// Makes a state the store's: observers of the object are told before, subscribers after it.
  func commit(_ state: State) {
    willChange.send()
    value = state
    subscribers.deliver(state)
  }

  func subscribe(_ receive: @escaping @MainActor (State) -> Void) -> StoreSubscription {
    subscribers.add(receive)
  }
}
