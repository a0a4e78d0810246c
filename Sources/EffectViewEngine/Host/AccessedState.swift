import StoreCore
import StoreScoping

/// A state that another owner keeps, observed through its host.
@MainActor
@usableFromInline
final class AccessedState<State> {
  var accessor: StateAccessor<State>
  /// The stand-in for the state in observations, which is taken while a change of the state is announced.
  ///
  /// It is readable at any time, like the state, which stays with its owner.
  let changes = StateBox((), options: StoreOptions(keepsStateReadable: true))
  // Not those of the box: each value is delivered to all of them before the next one.
  private let subscribers = StoreSubscribers<State>()
  /// The state as the host left it, if states can be compared or parts of them are observed.
  private var last: State?
  private var keepsLast = ComparedState<State>.isComparable
  private var isChanging = false

  init(_ accessor: StateAccessor<State>) {
    self.accessor = accessor
    note(accessor.get())
  }

  var value: State {
    changes.value
    return accessor.get()
  }

  /// Changes the state by an update function, which has a copy of it until it returns.
  func change<Result>(_ body: (inout State) -> Result) -> Result {
    // Before the state is read, as a notified observer may write it.
    announceChange()
    isChanging = true
    var state = accessor.get()
    let result = body(&state)
    isChanging = false
    finishChange(with: state)
    return result
  }

  /// Replaces the state from outside an update function.
  func replace(with state: State) {
    guard !isChanging else {
      fatalError(
        """
        Wrote the state of a host inside its own update function.

        The function changes a copy of the state, which would overwrite the written value when it returns.

        Change the function's parameter instead.
        """
      )
    }
    announceChange()
    finishChange(with: state)
  }

  /// Notifies observers that the state will change, only once if its owner reacts to the write with another one.
  private func announceChange() {
    if !changes.isTaken { changes.take() }
  }

  private func finishChange(with state: State) {
    accessor.set(state)
    tellOfState()
  }

  /// Notifies observers of the state as read back: its owner may keep a different one than was written.
  private func tellOfState() {
    // The owner may have reacted to the write with another one, of which observers were notified.
    announceChange()
    note(accessor.get())
    changes.put(())
    // Read again, as a notified observer may have written the state.
    subscribers.deliver(accessor.get())
  }

  /// The parts of the state that are observed separately.
  ///
  /// Scopes show the state of which observers were last notified: a write past the host appears once it is noted.
  var slices: StateSlices<State> {
    let slices = changes.slices(of: { [unowned self] in last ?? accessor.get() })
    if !keepsLast {
      keepsLast = true
      note(accessor.get())
    }
    return slices
  }

  /// Whether the state differs from the one that the host left; `false` if states cannot be compared.
  var isWrittenPast: Bool {
    guard ComparedState<State>.isComparable else { return false }
    return last.map { ComparedState(accessor.get()) != ComparedState($0) } ?? false
  }

  /// Notifies observers that the state was written past the host.
  func tellOfWrite() {
    announceChange()
    tellOfState()
  }

  func subscribe(_ receive: @escaping @MainActor (State) -> Void) -> StoreSubscription {
    changes.noteLook()
    return subscribers.add(receive)
  }

  private func note(_ state: State) {
    // Only when needed: with a second reference to its storage, each change would copy it.
    if keepsLast { last = state }
  }
}
