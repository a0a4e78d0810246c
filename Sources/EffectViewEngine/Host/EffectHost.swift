public import Observation
public import StoreCore
public import StoreScoping

/// The state, events and effects of a view's lifetime, without the view.
///
/// ```swift
/// let host = EffectHost(state: ViewState(), initialEnv: env, update: update)
/// host.appear()
/// host.input.send(.start)
/// host.isTaskRunning(id: "Counter")  // true
/// host.disappear()
/// ```
///
/// Events change the state only in the update function, which never runs inside itself: an event that is sent meanwhile
/// waits its turn. The function and the environment are captured once, when the host is created.
///
/// SwiftUI's `EffectView` shows a host. When the host is deallocated, its tasks are cancelled and every wait for them
/// returns; its environment and its state are released in the next turn of the main actor.
@MainActor
public final class EffectHost<State, Event: Sendable, Env>: ScopableStore, Observable {
  /// The type of a host's events, the actions of this engine.
  public typealias Action = Event
  /// A function from a state and an event to the next state and an effect.
  public typealias Update = @MainActor (inout State, Event) -> Effect<Event, Env>?

  /// The runtime that handles the host's events and runs its effects.
  public nonisolated let runtime: Runtime<Event>

  @usableFromInline let storage: HostStorage<State>
  @usableFromInline let captured: CapturedEnv<Env>
  private let initialEvent: Event?
  /// The place where the host was made.
  private let creation: CallSite
  private var hasAppeared = false
  private var hasEverAppeared = false
  private var isOfView = false
  private var isDisappearing = false
  #if DEBUG
  /// Whether an event was handled before the host appeared, and the place of its send, if known.
  private var hasEarlyEvent = false
  private var earlyPlace: CallSite?
  private var isMissedReported = false
  #endif

  @usableFromInline
  init(
    storage: HostStorage<State>,
    captured: CapturedEnv<Env>,
    initialEvent: Event?,
    runtime: Runtime<Event>,
    at creation: CallSite
  ) {
    self.creation = creation
    self.storage = storage
    self.captured = captured
    self.initialEvent = initialEvent
    self.runtime = runtime
    switch storage {
    case .own(let box):
      runtime.reportRelease(ofUnread: box)
      runtime.shareState(of: box)
    case .accessed(let accessed):
      runtime.watchUse(of: accessed.changes, reportsRelease: false)
      runtime.shareState { accessed.accessor.get() }
    }
    #if DEBUG
    if initialEvent != nil { captured.onFirstEvent = { [weak self] in self?.noteEarlyEvent() } }
    #endif
  }

  #if DEBUG
  /// Notes that an event is handled, and reports it after this turn unless the host has appeared by then.
  private func noteEarlyEvent() {
    guard !hasEverAppeared, !isOfView else { return }
    hasEarlyEvent = true
    earlyPlace = runtime.currentPlace
    // Ends by itself, at once.
    Task.detached { @MainActor [weak self] in self?.reportEarlyEvent() }
  }

  private func reportEarlyEvent() {
    guard let initialEvent, !hasEverAppeared, !isOfView else { return }
    isMissedReported = true
    runtime.report(
      .initialEventNotHandled(event: "\(initialEvent)"),
      """
      An event was sent to a host that has not appeared: its initial event, \(initialEvent), was not handled before.

      \(Self.causeOfMiss)

      \(Self.remedyForMiss)
      """,
      at: earlyPlace ?? creation
    )
  }
  #endif

  private nonisolated static var causeOfMiss: String {
    """
    The initial event belongs to the beginning of a view's lifetime. SwiftUI's 'EffectView' reports that beginning; \
    without a view, call 'appear()'.
    """
  }

  private nonisolated static var remedyForMiss: String {
    "Call 'appear()' when the host begins its work, or make it without an initial event and send that yourself."
  }

  deinit {
    #if DEBUG
    let place = earlyPlace
    // A view with a host in a '@State' creates one at each evaluation, and drops all but the first.
    if let initialEvent, !hasEverAppeared, !isOfView, !isMissedReported, hasEarlyEvent || !runtime.isUntouched {
      reportMissed(initialEvent, at: place)
    }
    #endif
  }

  /// Reports that the initial event was never handled.
  private nonisolated func reportMissed(_ event: Event, at location: CallSite?) {
    runtime.report(
      .initialEventNotHandled(event: "\(event)"),
      """
      A host was released without having appeared: its initial event, \(event), was never handled.

      \(Self.causeOfMiss)

      \(Self.remedyForMiss)
      """,
      at: location ?? creation
    )
  }

  /// Notes that the host belongs to a view, so that it may be released without having appeared.
  func keptByView() -> EffectHost {
    isOfView = true
    return self
  }

  // MARK: State

  /// The current state.
  ///
  /// A read inside an observation registers for the next change. Write it for changes that are no event of the view,
  /// such as a binding's: observers and subscribers are notified, and the events that they send are handled after the
  /// write, as are those that were enqueued before and still wait. A subscriber that writes it again with each change
  /// is stopped at `StoreOptions.chainLimit`, with an issue. An update function changes its parameter instead; reading
  /// this inside it requires `StoreOptions.keepsStateReadable`, unless another owner keeps the state.
  @inlinable
  public var state: State {
    get {
      if case .own(let box) = storage { return box.value }
      return accessedState
    }
    set {
      write(newValue)
    }
  }

  @usableFromInline var accessedState: State {
    switch storage {
    case .own(let box): box.value
    case .accessed(let accessed): accessed.value
    }
  }

  /// The parts of a host's state that are observed separately.
  ///
  /// If another owner keeps the state, they show its writes past the host once these are noted; see
  /// ``stateWasWrittenExternally()``.
  public static func slices(of host: EffectHost) -> StateSlices<State> {
    switch host.storage {
    case .own(let box): box.slices
    case .accessed(let accessed): accessed.slices
    }
  }

  @usableFromInline
  func write(_ state: State) {
    // Enqueued events are not handled first: the new state was made from the one without them.
    runtime.changeState(isBehindSent: false) {
      switch storage {
      case .own(let box): box.replace(with: state)
      case .accessed(let accessed): accessed.replace(with: state)
      }
    }
  }

  /// Notifies observers and subscribers that the state's owner wrote it past the host.
  ///
  /// Does nothing for a state that the host keeps itself.
  public func stateWasWrittenExternally() {
    guard case .accessed(let accessed) = storage else { return }
    runtime.changeState { accessed.tellOfWrite() }
  }

  /// Checks whether the state's owner wrote it, and notifies observers and subscribers if so.
  ///
  /// It compares the state with the one that the host left. It does nothing for a state that is not `Equatable`, or
  /// that the host keeps itself.
  public func lookForOutsideWrite() {
    guard case .accessed(let accessed) = storage, accessed.isWrittenPast else { return }
    stateWasWrittenExternally()
  }

  /// Continues with the state at another place, for a view whose state was moved by its owner.
  func moveState(to accessor: StateAccessor<State>) {
    guard case .accessed(let accessed) = storage else { return }
    accessed.accessor = accessor
  }

  /// Calls `receive` with the state after each change from now on.
  ///
  /// The subscription lasts until it is cancelled or the host is deallocated.
  @discardableResult
  public func subscribe(_ receive: @escaping @MainActor (State) -> Void) -> StoreSubscription {
    switch storage {
    case .own(let box): box.subscribe(receive)
    case .accessed(let accessed): accessed.subscribe(receive)
    }
  }

  // MARK: Events and effects

  /// The environment that effects get.
  public var env: Env { captured.env }

  /// The input that sends events from views and from anywhere else; it does not retain the host.
  @inlinable
  public nonisolated var input: Input<Event> { Input(runtime.inlet) }

  /// Handles an event: on an idle host it has been handled, and its tasks are registered, when this returns.
  ///
  /// An event sent while another one is handled, or from an observation or a subscriber, is handled after that one. The
  /// arguments after the event are the call's place in the source, for observers and issues; leave them out.
  ///
  /// - Returns: A handle to wait for the event's effects and to cancel them.
  @inlinable
  @discardableResult
  public func send(
    _ event: Event,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> SendHandle {
    runtime.send(event, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Cancels the selected effects.
  public func cancel(
    _ selector: EffectSelector,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    runtime.cancel(selector, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  // MARK: Lifetime

  /// Begins the lifetime of the host's view, and handles the initial event if there is one.
  ///
  /// A host handles events from its creation, so that early ones are not lost; with an initial event, which has not been
  /// handled then, call this in the turn of the first one, or debug builds report an issue. A call for a host that has
  /// appeared does nothing. After ``disappear()`` it begins another lifetime, with the state as it is.
  ///
  /// - Returns: A handle to wait for the initial event's effects and to cancel them.
  @discardableResult
  public func appear() -> SendHandle {
    guard !hasAppeared, !isDisappearing else { return SendHandle() }
    hasAppeared = true
    hasEverAppeared = true
    runtime.start()
    // An observer that was notified of dropped events may have ended the lifetime.
    guard hasAppeared else {
      runtime.stop()
      return SendHandle()
    }
    return initialEvent.map { send($0, at: .unknown) } ?? SendHandle()
  }

  /// Ends the lifetime of the host's view: all tasks are cancelled, and every wait for them returns.
  ///
  /// On an idle host, events that were sent before are handled first. Events that are sent later, or while the lifetime
  /// ends, are dropped, and observers are notified. The rest of sequences does not start, and events for cancels are
  /// dropped. A call of ``appear()`` while the lifetime ends does nothing. Effects launched, and subscriptions to
  /// sequences or publishers made, before ``appear()`` is called again never begin.
  public func disappear() {
    // An observer that is notified of the end may call this again.
    let wasDisappearing = isDisappearing
    isDisappearing = true
    runtime.stop()
    isDisappearing = wasDisappearing
    hasAppeared = false
  }

  /// Gives the host's view another identity with its own environment, as `.id(…)` does for a view.
  ///
  /// The tasks of the old identity are cancelled, and what they still send is dropped. An input whose task had already
  /// ended can still send to the host. The state stays, and the initial event is handled again.
  ///
  /// - Returns: A handle to wait for the initial event's effects and to cancel them.
  @discardableResult
  public func changeIdentity(initialEnv: Env) -> SendHandle {
    disappear()
    captured.env = initialEnv
    return appear()
  }
}

extension EffectHost where Env == Void {
  /// Gives the host's view another identity, as `.id(…)` does for a view.
  ///
  /// - Returns: A handle to wait for the initial event's effects and to cancel them.
  @discardableResult
  public func changeIdentity() -> SendHandle {
    changeIdentity(initialEnv: ())
  }
}
