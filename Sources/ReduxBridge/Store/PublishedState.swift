import OpenCombineShim
import StoreCore
import StoreScoping

/// A store's state and its subscribers: what its handler keeps, and not the store.
@MainActor
final class PublishedState<State> {
  private(set) var value: State
  private let subscribers = StoreSubscribers<State>()
  let willChange = ObservableObjectPublisher()
  /// What is observed of the state by itself, once somebody has asked for a part.
  private var openedSlices: StateSlices<State>?
  /// Called when somebody reads the state for the first time, or subscribes to it.
  var onFirstLook: (() -> Void)?

  init(_ value: State) {
    self.value = value
  }

  /// Makes a state the store's: observers of the object are told before, subscribers after it.
  func commit(_ state: State) {
    willChange.send()
    let old = value
    value = state
    openedSlices?.didChange(from: old)
    subscribers.deliver(state)
  }

  /// Notes that somebody outside of the store looks at the state.
  func noteLook() {
    onFirstLook?()
    onFirstLook = nil
  }

  /// The parts of the state that are observed each by itself.
  var slices: StateSlices<State> {
    if let openedSlices { return openedSlices }
    let slices = StateSlices<State> { [unowned self] in value }
    openedSlices = slices
    return slices
  }

  func subscribe(_ receive: @escaping @MainActor (State) -> Void) -> StoreSubscription {
    subscribers.add(receive)
  }
}
