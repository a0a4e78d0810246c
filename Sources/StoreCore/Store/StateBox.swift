/// Where an engine with value state keeps it: observable, and changed in place where possible.
///
/// A change takes the state out, so that a reducer owns the only reference to what is inside, and puts the new
/// state in. Observers are told before and after; between the two, the old state is readable as
/// ``StoreOptions/keepsStateReadable`` says.
///
/// - Complexity: reading and changing are O(1) beside the work of the reducer and of the observers.
@MainActor
public final class StateBox<State> {
  // Holds a value whenever `isTaken` is false, and is read only then, or where it is kept readable.
  // Unsafe: used on the main actor, and by `deinit` when nobody else has a reference.
  @usableFromInline nonisolated(unsafe) let slot: UnsafeMutablePointer<State>
  // Exclusivity: read and written on the main actor by plain loads and stores; no access spans a call.
  @exclusivity(unchecked)
  @usableFromInline var isTaken = false
  // Exclusivity: as above.
  @exclusivity(unchecked)
  @usableFromInline var unretainedPort: UnretainedPort?
  /// What keeps it.
  private var port: ObservationPort?
  // Exclusivity: as above.
  @exclusivity(unchecked)
  @usableFromInline var subscribers: StoreSubscribers<State>?
  @usableFromInline let keepsStateReadable: Bool
  #if DEBUG
  /// Called when somebody reads the state for the first time, or subscribes to it.
  var onFirstLook: (() -> Void)?
  #endif

  /// Creates a box with its first state.
  @inlinable
  public init(_ state: consuming State, options: StoreOptions = StoreOptions()) {
    slot = .allocate(capacity: 1)
    slot.initialize(to: state)
    keepsStateReadable = options.keepsStateReadable
  }

  deinit {
    slot.deinitialize(count: 1)
    slot.deallocate()
  }

  // MARK: Reading

  /// The current state.
  ///
  /// Reading it in an observation registers for its next change.
  ///
  /// While a change is made it is the state before the change.
  @inlinable
  public var value: State {
    (unretainedPort ?? openPort()).access()
    if isTaken { checkReading() }
    return slot.pointee
  }

  /// Reads the current state without registering in an observation, for an engine's own questions.
  ///
  /// Not to be called between ``take()`` and ``put(_:)``.
  @inlinable
  public func read<Result>(_ body: (borrowing State) -> Result) -> Result {
    if isTaken { checkReading() }
    return body(slot.pointee)
  }

  @usableFromInline
  func openPort() -> UnretainedPort {
    noteLook()
    let port = ObservationPort(token: Int(bitPattern: slot))
    self.port = port
    let unretained = UnretainedPort(port)
    unretainedPort = unretained
    return unretained
  }

  private func noteLook() {
    #if DEBUG
    onFirstLook?()
    onFirstLook = nil
    #endif
  }

  @usableFromInline
  func checkReading() {
    guard keepsStateReadable else {
      fatalError(
        """
        Read the state of a store inside its own reducer.

        The reducer has taken the state over to change it in place, so that the store has none to show. The read may be \
        indirect: by a dependency that knows the store, or by a subscriber of another store to which the reducer sent.

        Use the reducer's parameter instead, or create the store with 'StoreOptions(keepsStateReadable: true)'.
        """
      )
    }
  }

  // MARK: Changing

  /// Takes the state out to be changed, after observers were told that it will be.
  ///
  /// Give a state back with ``put(_:)`` before anything else happens to the box.
  @inlinable
  public func take() -> State {
    unretainedPort?.willChange()
    isTaken = true
    return keepsStateReadable ? slot.pointee : slot.move()
  }

  /// Puts the changed state in, and tells observers and subscribers.
  @inlinable
  public func put(_ state: consuming State) {
    if keepsStateReadable {
      slot.pointee = state
    } else {
      slot.initialize(to: state)
    }
    isTaken = false
    unretainedPort?.didChange()
    subscribers?.deliver(slot.pointee)
  }

  /// Replaces the state from outside of any change, and tells observers and subscribers.
  ///
  /// To be called inside ``Runtime/changeState(at:isBehindSent:_:)``, and not between ``take()`` and ``put(_:)``, which would undo it.
  public func replace(with state: consuming State) {
    guard !isTaken else {
      fatalError(
        """
        Wrote the state of a store inside its own reducer.

        The reducer has a state of its own, which would take the place of what was written when it returns.

        Change the reducer's parameter instead.
        """
      )
    }
    _ = take()
    put(state)
  }

  // MARK: Subscribing

  /// Calls `receive` with the state after each change from now on, until the subscription is cancelled.
  ///
  /// An action that it sends is handled behind the one that made the change.
  @discardableResult
  public func subscribe(_ receive: @escaping @MainActor (State) -> Void) -> StoreSubscription {
    noteLook()
    let subscribers = self.subscribers ?? StoreSubscribers()
    self.subscribers = subscribers
    return subscribers.add(receive)
  }
}
