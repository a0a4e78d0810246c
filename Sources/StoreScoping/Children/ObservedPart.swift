import Observation
import StoreCore

/// A part of a store's state object, with a look at it after anything but the store has written it.
///
/// While the part does not change, reading it costs what it costs without this.
@MainActor
final class ObservedPart<State: AnyObject, Value>: Observable {
  /// The subscribers to writes, called in a turn of the store's.
  let writes = StoreSubscribers<Void>()
  private let keyPath: KeyPath<State, Value>
  private var askForTurn: @Sendable () -> Void = {}
  /// Whether the next change of what was read asks for a turn, or one that it has asked for is still to come.
  private var isTracked = false
  private let registrar = ObservationRegistrar()

  init<Store: StoreEngine>(_ keyPath: KeyPath<State, Value>, of store: Store) where Store.State == State {
    self.keyPath = keyPath
    askForTurn = store.runtime.inTurn { [weak self] in
      self?.isTracked = false
      self?.writes.deliver(())
    }
  }

  func callAsFunction(from state: State) -> Value {
    guard !isTracked else { return state[keyPath: keyPath] }
    isTracked = true
    return withObservationTracking {
      registrar.access(self, keyPath: \.self)
      return state[keyPath: keyPath]
    } onChange: { [weak self, askForTurn] in
      // The change comes after this. There is nobody to look at it if this is the end of the part.
      if self != nil { askForTurn() }
    }
  }

  deinit {
    // Ends the observation, which cannot be cancelled, by a change of something else that was read.
    registrar.willSet(self, keyPath: \.self)
  }
}
