import Observation
import StoreCore

/// A part of the state of a store without slices, as of its last read, with the slices of that value.
///
/// The store's state may be an object, which has no former value. The part is read whenever subscribers to the state are
/// notified, and in a turn after anything else has written it, if it is `Observable`.
@MainActor
final class LastPart<State, Value>: Observable {
  private(set) lazy var slices = StateSlices<Value>(
    canDepart: false,
    { [unowned self] in value },
    hasDeparted: { false },
    list: {}
  )
  private var value: Value
  private let keyPath: KeyPath<State, Value>
  private var askForTurn: @Sendable () -> Void = {}
  /// Whether the next change of what was read asks for a turn, or one that it has asked for is still to come.
  private var isTracked = false
  private let registrar = ObservationRegistrar()

  init<Store: StoreEngine>(_ keyPath: KeyPath<State, Value>, of store: Store) where Store.State == State {
    self.keyPath = keyPath
    value = store.state[keyPath: keyPath]
    let reference = Store.weakReference(to: store)
    askForTurn = store.runtime.inTurn { [weak self] in
      guard let self, let store = reference() else { return }
      isTracked = false
      look(at: store.state)
    }
    value = read(from: store.state)
  }

  /// Reads the part, and notifies the observers of the slices that have changed.
  func look(at state: State) {
    let former = value
    value = read(from: state)
    slices.didChange(from: former)
  }

  private func read(from state: State) -> Value {
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
