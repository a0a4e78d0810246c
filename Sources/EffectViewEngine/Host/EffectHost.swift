public import Observation
public import StoreCore
public import StoreScoping

/// State, events and effects for the lifetime of a view, without the view.
///
/// ```swift
/// let host = EffectHost(state: ViewState(), initialEnv: env, update: update)
/// host.appear()
/// host.input.send(.start)
/// host.isTaskRunning(id: "Counter")  // true
/// host.disappear()
/// ```
///
/// The update function is the one place where events change the state: it never runs inside itself, and an event that
/// is sent meanwhile waits its turn. The function and the environment are captured once, when the host is made.
///
/// The host is what SwiftUI's `EffectView` shows. When the last reference to it is dropped, its tasks are cancelled and
/// every wait for them returns; its environment and its state are let go of in the next turn of the main actor.
@MainActor
public final class EffectHost<State, Event: Sendable, Env>: ScopableStore, Observable {
  /// What is sent to a host: its events.
  public typealias Action = Event
  /// A function from a state and an event to the next state and an effect.
  public typealias Update = @MainActor (inout State, Event) -> Effect<Event, Env>?

  /// The runtime that handles the host's events and runs its effects.
  public nonisolated let runtime: Runtime<Event>

  @usableFromInline let storage: HostStorage<State>
  @usableFromInline let captured: CapturedEnv<Env>
  private let initialEvent: Event?
  private var hasAppeared = false
  private var hasEverAppeared = false
  private var isOfView = false
  private var isDisappearing = false

  @usableFromInline
  init(storage: HostStorage<State>, captured: CapturedEnv<Env>, initialEvent: Event?, runtime: Runtime<Event>) {
    self.storage = storage
    self.captured = captured
    self.initialEvent = initialEvent
    self.runtime = runtime
    switch storage {
    case .own(let box):
      runtime.reportRelease(ofUnread: box)
      runtime.shareState(of: box)
    case .accessed(let accessed):
      runtime.shareState { accessed.accessor.get() }
    }
  }

  deinit {
    #if DEBUG
    // A view that keeps it in a '@State' makes a host at each evaluation, and drops all but the first.
    if let initialEvent, !hasEverAppeared, !isOfView, !runtime.isUntouched { reportMissed(initialEvent) }
    #endif
  }

  /// Reports that the initial event was never handled.
  private nonisolated func reportMissed(_ event: Event) {
    runtime.report(
      .initialEventNotHandled(event: "\(event)"),
      """
      A host was released without having appeared: its initial event, \(event), was never handled.

      The initial event belongs to the beginning of a view's lifetime. SwiftUI's 'EffectView' knows when that is; a host \
      without a view has to be told.

      Call 'appear()' when the host begins its work, or send the event.
      """,
      at: nil
    )
  }

  /// Notes that a view keeps the host, and may be released without having appeared.
  func keptByView() -> EffectHost {
    isOfView = true
    return self
  }

  // MARK: State

  /// The current state.
  ///
  /// Reading it in an observation registers for its next change. Writing it is for what is no event of the view, such
  /// as a binding: observers and subscribers are told of it, and what they send is handled after it, as is what was
  /// enqueued before and has not had its turn. A subscriber that writes it again with each change is stopped at
  /// `StoreOptions.chainLimit`, with an issue. An update function changes its parameter instead; inside it, to read
  /// this takes `StoreOptions.keepsStateReadable`, unless somebody else keeps the state.
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

  /// The parts of the state that are observed each by itself.
  ///
  /// Of a state that somebody else keeps, they show what is written past the host once it is noted; see
  /// ``stateWasWrittenExternally()``.
  public var slices: StateSlices<State> {
    switch storage {
    case .own(let box): box.slices
    case .accessed(let accessed): accessed.slices
    }
  }

  @usableFromInline
  func write(_ state: State) {
    // What was enqueued is not handled before: the state was made from the one without it.
    runtime.changeState(isBehindSent: false) {
      switch storage {
      case .own(let box): box.replace(with: state)
      case .accessed(let accessed): accessed.replace(with: state)
      }
    }
  }

  /// Tells observers and subscribers that the state's owner wrote it, past the host.
  ///
  /// Does nothing for a state that the host keeps itself.
  public func stateWasWrittenExternally() {
    guard case .accessed(let accessed) = storage else { return }
    runtime.changeState { accessed.tellOfWrite() }
  }

  /// Looks whether the state's owner wrote it, and tells observers and subscribers then.
  ///
  /// It knows by comparing the state with the one that the host left. It does nothing for a state that is not
  /// `Equatable`, or that the host keeps itself.
  public func lookForOutsideWrite() {
    guard case .accessed(let accessed) = storage, accessed.isWrittenPast else { return }
    stateWasWrittenExternally()
  }

  /// Goes on with the state at another place, for a view whose state's owner has moved it.
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

  /// How events are sent from views and from anywhere else; it does not keep the host.
  @inlinable
  public nonisolated var input: Input<Event> { Input(runtime.inlet) }

  /// Handles an event: on an idle host it has been handled, and its tasks are registered, when this returns.
  ///
  /// Sent while another event is handled, from an observation or a subscriber, it is handled behind that. The arguments
  /// after the event are the place of the call, for observers and issues; leave them out.
  ///
  /// - Returns: a handle to wait for the event's effects and to cancel them.
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

  /// Cancels the tasks of a name: `cancel(id:)` in the word of EffectView.
  ///
  /// When it returns, nothing of what they still send is handled.
  public func cancel(_ name: EffectID) {
    runtime.cancel(.id(name))
  }

  /// Cancels the tasks of a name that is any hashable value: `cancel(id:)` in the word of EffectView.
  @_disfavoredOverload
  public func cancel(_ name: some Hashable & Sendable) {
    runtime.cancel(.id(EffectID(name)))
  }

  /// Cancels the tasks of a name that was made from the array itself.
  @available(*, deprecated, message: "An array is one name: use 'cancel(ids:)'.")
  @_disfavoredOverload
  public func cancel<Name: Hashable & Sendable>(_ names: [Name]) {
    runtime.cancel(.id(EffectID(names)))
  }

  /// Cancels the selected effects.
  public func cancel(_ selector: EffectSelector) {
    runtime.cancel(selector)
  }

  // MARK: Lifetime

  /// Begins the lifetime of the host's view: its initial event is handled, if there is one.
  ///
  /// A host handles events from the moment it is made, so that nothing is lost that comes early. A call for a host that
  /// has appeared does nothing. After ``disappear()`` it begins another lifetime, with the state as it is.
  ///
  /// - Returns: a handle to wait for the initial event's effects and to cancel them.
  @discardableResult
  public func appear() -> SendHandle {
    guard !hasAppeared, !isDisappearing else { return SendHandle() }
    hasAppeared = true
    hasEverAppeared = true
    runtime.start()
    // Who heard of what was dropped may have ended it.
    guard hasAppeared else {
      runtime.stop()
      return SendHandle()
    }
    return initialEvent.map { send($0, at: .unknown) } ?? SendHandle()
  }

  /// Ends the lifetime of the host's view: all tasks are cancelled, and every wait for them returns.
  ///
  /// What was sent before it is handled first, on an idle host. What comes afterwards, and what is sent while it ends,
  /// is dropped, and observers are told of that. The rest of sequences does not start, and answers to cancels are dropped.
  /// A call of ``appear()`` while it ends does nothing. What is launched on the host or subscribed to before ``appear()`` is
  /// called again does not begin, nor is it made up for then.
  public func disappear() {
    // One may be called inside another, by who is told of the end.
    let wasDisappearing = isDisappearing
    isDisappearing = true
    runtime.stop()
    isDisappearing = wasDisappearing
    hasAppeared = false
  }

  /// Gives the host's view another identity, with an environment of its own: as `.id(…)` does for a view.
  ///
  /// The tasks of the old identity are cancelled, and what they still send is dropped. An input that was given to others and
  /// whose task has ended before goes on sending to the host. The state stays, and the initial event is handled again.
  ///
  /// - Returns: a handle to wait for the initial event's effects and to cancel them.
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
  /// - Returns: a handle to wait for the initial event's effects and to cancel them.
  @discardableResult
  public func changeIdentity() -> SendHandle {
    changeIdentity(initialEnv: ())
  }
}
