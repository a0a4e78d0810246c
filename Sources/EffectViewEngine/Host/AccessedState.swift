import StoreCore
import StoreScoping

/// A state that somebody else keeps, observed through its host.
@MainActor
@usableFromInline
final class AccessedState<State> {
  var accessor: StateAccessor<State>
  /// Stands for the state in observations.
  ///
  /// Readable at any time, as the state is: its owner has it.
  private let changes = StateBox((), options: StoreOptions(keepsStateReadable: true))
  private let subscribers = StoreSubscribers<State>()
  /// The state as the host left it, where states can be compared or parts of them are observed.
  private var last: State?
  /// What is observed of the state by itself, once somebody has asked for a part.
  private var openedSlices: StateSlices<State>?
  private var isChanging = false
  /// Whether observers were told that it will change, and not yet that it has.
  private var isAnnounced = false

  init(_ accessor: StateAccessor<State>) {
    self.accessor = accessor
    note(accessor.get())
  }

  var value: State {
    changes.value
    return accessor.get()
  }

  /// Changes the state by an update function, which has a copy until it returns.
  func change<Result>(_ body: (inout State) -> Result) -> Result {
    // Before the state is read: those who hear of the change may write it.
    announceChange()
    isChanging = true
    var state = accessor.get()
    let result = body(&state)
    isChanging = false
    finishChange(with: state)
    return result
  }

  /// Replaces the state from outside of an update function.
  func replace(with state: State) {
    guard !isChanging else {
      fatalError(
        """
        Wrote the state of a host inside its own update function.

        The function has a state of its own, which would take the place of what was written when it returns.

        Change the function's parameter instead.
        """
      )
    }
    announceChange()
    finishChange(with: state)
  }

  /// Tells observers that the state will change, once where its owner writes it again when it is written to.
  private func announceChange() {
    guard !isAnnounced else { return }
    changes.take()
    isAnnounced = true
  }

  private func finishChange(with state: State) {
    accessor.set(state)
    tellOfState()
  }

  /// Tells observers of the state as it is: its owner may keep another one than was written.
  private func tellOfState() {
    let state = accessor.get()
    let old = last
    note(state)
    if let openedSlices, let old { openedSlices.didChange(from: old) }
    isAnnounced = false
    changes.put(())
    // Not what was noted above: those who heard of the change may have written it again.
    subscribers.deliver(accessor.get())
  }

  /// The parts of the state that are observed each by itself.
  ///
  /// Scopes show the state as observers were told of it: what its owner writes past the host they show once that is noted.
  var slices: StateSlices<State> {
    if let openedSlices { return openedSlices }
    let slices = StateSlices<State> { [unowned self] in last ?? accessor.get() }
    openedSlices = slices
    note(accessor.get())
    return slices
  }

  /// Whether the state differs from the one that the host left; `false` where states cannot be compared.
  var isWrittenPast: Bool {
    guard ComparedState<State>.isComparable else { return false }
    return last.map { ComparedState(accessor.get()) != ComparedState($0) } ?? false
  }

  /// Tells observers that the state was written past the host.
  func tellOfWrite() {
    announceChange()
    tellOfState()
  }

  func subscribe(_ receive: @escaping @MainActor (State) -> Void) -> StoreSubscription {
    subscribers.add(receive)
  }

  private func note(_ state: State) {
    // Only where it serves: a second reference to what is inside would have each change copy it.
    if ComparedState<State>.isComparable || openedSlices != nil { last = state }
  }
}
