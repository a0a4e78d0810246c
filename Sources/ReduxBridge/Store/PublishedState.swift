import OpenCombineShim
import StoreCore
import StoreScoping

/// A store's state, which its handler retains instead of the store, and the way to its subscribers.
@MainActor
final class PublishedState<State> {
  private(set) var value: State
  /// Retained by the store alone: a reduce that has suspended may outlive it with this.
  private weak var subscribers: StoreSubscribers<State>?
  let willChange = ObservableObjectPublisher()
  /// The separately observed parts of the state, once one has been requested.
  private var openedSlices: StateSlices<State>?
  /// Called when the state is first read or subscribed to.
  var onFirstLook: (() -> Void)?

  init(_ value: State, subscribers: StoreSubscribers<State>) {
    self.value = value
    self.subscribers = subscribers
  }

  /// Stores a new state: observers of the object are notified before it, subscribers after it.
  func commit(_ state: State) {
    willChange.send()
    let old = value
    value = state
    openedSlices?.didChange(from: old)
    subscribers?.deliver(state)
  }

  /// Notes that code outside the store reads the state.
  func noteLook() {
    onFirstLook?()
    onFirstLook = nil
  }

  /// The parts of the state that are observed separately.
  var slices: StateSlices<State> {
    if let openedSlices { return openedSlices }
    let slices = StateSlices<State> { [unowned self] in value }
    openedSlices = slices
    return slices
  }
}
