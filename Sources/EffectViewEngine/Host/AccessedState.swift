import StoreCore
import StoreScoping

/// A state that another owner keeps, observed through its host.
@MainActor
@usableFromInline
final class AccessedState<State> {
  var accessor: StateAccessor<State>
  /// The stand-in for the state in observations.
  ///
  /// It is readable at any time, like the state, which stays with its owner.
  private let changes = StateBox((), options: StoreOptions(keepsStateReadable: true))
  private let subscribers = StoreSubscribers<State>()
  /// The state as the host left it, if states can be compared or parts of them are observed.
  private var last: State?
  /// The separately observed parts of the state, once one has been requested.
  private var openedSlices: StateSlices<State>?
  private var isChanging = false
  /// Whether observers were notified that the state will change, but not yet that it has.
  private var isAnnounced = false
  /// Called when the state is first read or subscribed to through the host.
  var onFirstLook: (() -> Void)?

  init(_ accessor: StateAccessor<State>) {
    self.accessor = accessor
    note(accessor.get())
  }

  var value: State {
    noteLook()
    changes.value
    return accessor.get()
  }

  private func noteLook() {
    onFirstLook?()
    onFirstLook = nil
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
    guard !isAnnounced else { return }
    changes.take()
    isAnnounced = true
  }

  private func finishChange(with state: State) {
    accessor.set(state)
    tellOfState()
  }

  /// Notifies observers of the state as read back: its owner may keep a different one than was written.
  private func tellOfState() {
    let state = accessor.get()
    let old = last
    note(state)
    if let openedSlices, let old { openedSlices.didChange(from: old) }
    isAnnounced = false
    changes.put(())
    // Read again, as a notified observer may have written the state.
    subscribers.deliver(accessor.get())
  }

  /// The parts of the state that are observed separately.
  ///
  /// Scopes show the state of which observers were last notified: a write past the host appears once it is noted.
  var slices: StateSlices<State> {
    noteLook()
    if let openedSlices { return openedSlices }
    let slices = StateSlices<State> { [unowned self] in last ?? accessor.get() }
    openedSlices = slices
    note(accessor.get())
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
    noteLook()
    return subscribers.add(receive)
  }

  private func note(_ state: State) {
    // Only when needed: with a second reference to its storage, each change would copy it.
    if ComparedState<State>.isComparable || openedSlices != nil { last = state }
  }
}
