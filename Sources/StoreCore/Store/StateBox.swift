/// The place where an engine keeps its state, if that is a value: observable, and changed in place where possible.
///
/// A change takes the state out, so that a reducer owns the only reference to its contents, and puts the new state in.
/// Observers are notified before and after; in between, the old state is readable if
/// ``StoreOptions/keepsStateReadable`` says so.
///
/// - Complexity: reading and changing are O(1), apart from the work of the reducer and of the observers.
@MainActor
public final class StateBox<State> {
  @usableFromInline
  struct Contents {
    /// `nil` while a change is made, unless the old state is kept readable.
    @usableFromInline var state: State?
    @usableFromInline var isTaken = false
    /// The port through which the state is observed, once it has been read.
    @usableFromInline var port: ObservationPort?
    @usableFromInline var subscribers: StoreSubscribers<State>?

    @inlinable
    init(state: consuming State) {
      self.state = state
    }
  }

  // Exclusivity: read and written on the main actor by plain loads and stores; no access spans a call of other code.
  @exclusivity(unchecked)
  @usableFromInline var contents: Contents
  @usableFromInline let keepsStateReadable: Bool
  @usableFromInline let storeName: String?
  /// Called before the state is replaced outside any change, for an engine that announces changes in another way too.
  public var willReplace: (() -> Void)?
  #if DEBUG
  /// Called when the state is read or subscribed to for the first time.
  var onFirstLook: (() -> Void)?
  /// The place of the send that is handled, if it is known; for messages about misuse.
  var currentSend: (() -> CallSite?)?
  #endif

  /// Creates a box with its first state.
  @inlinable
  public init(_ state: consuming State, options: StoreOptions = StoreOptions()) {
    contents = Contents(state: state)
    keepsStateReadable = options.keepsStateReadable
    storeName = options.name
  }

  // MARK: Reading

  /// The current state.
  ///
  /// Reading it in an observation registers for its next change. During a change it is the state before the change, and
  /// can be read only with ``StoreOptions/keepsStateReadable``.
  @inlinable
  public var value: State {
    (contents.port ?? openPort()).access()
    guard let state = contents.state else { refuseReading() }
    return state
  }

  /// Reads the current state without registering in an observation, for an engine's own use.
  ///
  /// Between ``take()`` and ``put(_:)`` it ends the program, unless the state is kept readable; see ``value``.
  @inlinable
  public func read<Result>(_ body: (borrowing State) -> Result) -> Result {
    guard let state = contents.state else { refuseReading() }
    return body(state)
  }

  @usableFromInline
  func openPort() -> ObservationPort {
    noteLook()
    let port = ObservationPort(of: self)
    contents.port = port
    return port
  }

  /// Notes that the store is in use, as reading ``value`` does, for an engine that announces changes in another way too.
  public func noteLook() {
    #if DEBUG
    onFirstLook?()
    onFirstLook = nil
    #endif
  }

  @usableFromInline
  func refuseReading() -> Never {
    end(
      """
      Read the state of \(subject) inside its own reducer.

      The reducer has taken the state over to change it in place, so that the store has none to show. The read may be \
      indirect: by a dependency that knows the store, or by a subscriber of another store to which the reducer sent.

      Use the reducer's parameter instead, or create the store with 'StoreOptions(keepsStateReadable: true)'.
      """
    )
  }

  @usableFromInline
  func refuseTaking() -> Never {
    end(
      """
      Took the state of \(subject), which had been taken and not put back.

      A handler has returned without 'put', as one that throws does, or two handlers change the state at once. What the first \
      one has changed would be lost.

      Put the state back on each way out of a handler, and before it suspends.
      """
    )
  }

  private var subject: String { storeName.map { "the store '\($0)'" } ?? "a store" }

  /// Ends the program, in a debug build at the line of the send that is handled.
  private func end(_ message: String) -> Never {
    #if DEBUG
    if let send = currentSend?() { fatalError(message, file: send.fileID, line: send.line) }
    #endif
    fatalError(message)
  }

  /// Whether observers were notified of a change that is still being made: between ``take()`` and ``put(_:)``.
  public var isTaken: Bool { contents.isTaken }

  /// The port through which the state is observed, and whether a change is being made.
  package var observation: (port: ObservationPort, isChanging: Bool) {
    (contents.port ?? openPort(), contents.isTaken)
  }

  // MARK: Changing

  /// Takes the state out to be changed, after notifying observers that it will be.
  ///
  /// Give a state back with ``put(_:)`` before anything else happens to the box: a second `take()` ends the program.
  @inlinable
  public func take() -> State {
    contents.port?.willChange()
    // The flag is checked, as a state that is kept readable is always there.
    guard !contents.isTaken, let state = keepsStateReadable ? contents.state : contents.state.take() else {
      refuseTaking()
    }
    contents.isTaken = true
    return state
  }

  /// Puts the changed state in, and notifies observers and subscribers.
  @inlinable
  public func put(_ state: consuming State) {
    // If the state was not taken, as by a handler that suspends, observers have not been notified yet.
    if !contents.isTaken { contents.port?.willChange() }
    contents.state = state
    contents.isTaken = false
    contents.port?.didChange()
    guard let subscribers = contents.subscribers, let state = contents.state else { return }
    if !subscribers.deliver(state) { contents.subscribers = nil }
  }

  /// Replaces the state outside any change, and notifies observers and subscribers.
  ///
  /// Call it inside ``Runtime/changeState(at:isBehindSent:_:)``. Between ``take()`` and ``put(_:)`` it ends the program.
  public func replace(with state: consuming State) {
    guard !contents.isTaken else {
      end(
        """
        Wrote the state of \(subject) inside its own reducer.

        The reducer owns the state while it runs, and would overwrite the written value when it returns.

        Change the reducer's parameter instead.
        """
      )
    }
    willReplace?()
    _ = take()
    put(state)
  }

  /// Whether a value is of the state's type.
  func canHold(_ value: Any) -> Bool { value is State }

  /// Replaces the state by a value of its type, as ``replace(with:)`` does; one of another type changes nothing.
  func replace(withAny value: Any) {
    if let state = value as? State { replace(with: state) }
  }

  // MARK: Subscribing

  /// Calls `receive` with the state after each change from now on, until the subscription is cancelled.
  ///
  /// An action that it sends is handled after the one that made the change.
  @discardableResult
  public func subscribe(_ receive: @escaping @MainActor (State) -> Void) -> StoreSubscription {
    noteLook()
    let subscribers = contents.subscribers ?? StoreSubscribers()
    contents.subscribers = subscribers
    return subscribers.add(receive)
  }
}

/// A place of a state of any type, for tools that replace it.
@MainActor
protocol ReplaceableState: AnyObject {
  func canHold(_ value: Any) -> Bool
  func replace(withAny value: Any)
}

extension StateBox: ReplaceableState {}
