public import Observation
public import StoreCore
import Synchronization

/// A part of a store as a store of its own: the state of a child feature, and what is sent to it.
///
/// ```swift
/// let editor = store.scope(\.editor, id: "editor") { .editor($0) }
/// editor.text  // a property of the child's state
/// editor.send(.typed("a"))  // store.send(.editor(.typed("a")))
/// ```
///
/// It is a window, and keeps no copy of the state: a read is one of the store that was scoped, and so is a send. It keeps
/// that store, which runs the effects; to drop a scope ends nothing. Two scopes of one child are equally good: make one where
/// you need it. Those of one key path share what is observed; one that is found by a function, or compared by one, is looked
/// at by itself.
///
/// **Observing.** A read of ``state`` in an observation registers for the child's state alone, and one of a property by
/// its name for that property. Observers, subscribers and publishers are told behind a change, and only if the value is
/// another one, by `==` or by the comparison that the scope was given.
///
/// **Effects.** Where the child's reducer was lifted with an id, give the scope the same one. Names are then those of the
/// child, as its reducer writes them, and what is counted and cancelled are its own effects with those of its children.
/// Without an id they are those of the store that was scoped. `settle()` waits for the whole store.
///
/// **Departure.** A child that may be absent departs when an action takes it out of the state, or puts one with another
/// id in its place; so does an element of a collection when there is none of its id any more. ``hasDeparted`` is `true`
/// then, for good, and ``state`` stays as it was last. What is sent to the scope is dropped, and reported at the place of
/// the send. Subscriptions, sequences and publishers end. Should the child come back, ask for a new scope.
@MainActor
public final class ScopedStore<State, Action: Sendable>: ScopableStore, Observable {
  /// The runtime of the store that was scoped, in the child's words.
  ///
  /// Its observers are told of the whole store, and to stop it stops that.
  public nonisolated let runtime: Runtime<Action>

  private let slice: ObservedSlice<State>
  private nonisolated let life: ScopeLife
  /// Makes the same scope of the store that was scoped, while that is there.
  private nonisolated let remake: @MainActor @Sendable () -> ScopedStore?
  /// The store that was scoped, with its state and its handler.
  private let whole: any AnyObject

  /// Creates the store of a part.
  ///
  /// - Parameters:
  ///   - whole: The store that is scoped.
  ///   - slice: The part.
  ///   - scope: Where the effects of the child are.
  ///   - extract: The child's action in one of the store's that is scoped, where that can be asked.
  ///   - embed: The action of the store that is scoped, for one of the child's.
  init<Whole: ScopableStore>(
    of whole: Whole,
    _ slice: ObservedSlice<State>,
    id scope: EffectScope?,
    _ extract: (@MainActor @Sendable (Whole.Action) -> Action?)?,
    _ embed: @escaping @Sendable (Action) -> Whole.Action
  ) {
    self.whole = whole
    self.slice = slice
    life = slice.hold()
    let reference = whole.weakReference()
    let (owner, life) = (slice.owner, life)
    remake = {
      // The life too: whoever keeps the way has the child looked at, and is told of its departure afterwards.
      withExtendedLifetime((owner, life)) {
        reference().map { ScopedStore(of: $0, slice, id: scope, extract, embed) }
      }
    }
    runtime = whole.runtime.scoped(to: scope, embed: embed, extract: extract, child: remake)
  }

  /// A way to this scope that does not keep the store that was scoped, and needs nobody to keep the scope.
  public nonisolated func weakReference() -> @MainActor @Sendable () -> ScopedStore? {
    remake
  }

  /// The child's state; once it has departed, the last one.
  ///
  /// Reading it in an observation registers for its next change.
  public var state: State {
    guard let state = slice.observed() else { refuseReading() }
    return state
  }

  /// Whether the child has departed from the state.
  ///
  /// Reading it in an observation registers for that, and for nothing else.
  public var hasDeparted: Bool { slice.observedDeparture() }

  /// The parts of the child's state that are observed each by itself.
  public var slices: StateSlices<State> { slice.parts }

  /// Calls `receive` with the child's state after each change of it from now on.
  ///
  /// The subscription lasts until it is cancelled, the child departs, or the store that was scoped is deallocated.
  @discardableResult
  public func subscribe(_ receive: @escaping @MainActor (State) -> Void) -> StoreSubscription {
    slice.subscribe(receive)
  }

  /// Handles a child's action, embedded in one of the store that was scoped.
  ///
  /// Whether the child has departed is asked now. An action that has to wait, and whose child departs meanwhile, is
  /// handled all the same: by the child that is in its place then, or as one for a child that is absent.
  ///
  /// - Returns: a handle to wait for the action's effects and to cancel them; after a departure one of nothing.
  @discardableResult
  public func send(_ action: Action, at location: CallSite) -> SendHandle {
    drops(action, at: location) ? SendHandle(countedIn: runtime.table) : runtime.send(action, at: location)
  }

  /// Handles a child's action in its turn on the main actor; it can be called from any isolation.
  ///
  /// Whether the child has departed is asked now, as by ``send(_:at:)``.
  public nonisolated func enqueue(_ action: Action, at location: CallSite) {
    if !drops(action, at: location) { runtime.enqueue(action, at: location) }
  }

  /// Runs an effect program that no action caused, as one of the child's.
  ///
  /// It is cancelled when the child departs; what its actions have caused goes on, as far as it belongs to no child that has
  /// departed. After a departure it is dropped and reported.
  @discardableResult
  public func launch(_ program: EffectProgram<Action>, at location: CallSite) -> SendHandle {
    guard life.isOver, !program.isNone else {
      guard slice.canDepart else { return runtime.launch(program, at: location) }
      life.noteLaunch(in: runtime.scope, of: runtime.table)
      // Kept by what runs: then the child is looked at.
      let keep = (slice.owner, life)
      let kept = program.map { action in withExtendedLifetime(keep) { action } }
      return runtime.launch(kept.owned(by: life.owner), at: location)
    }
    runtime.report(
      .absentChild(action: "an effect"),
      """
      Launched an effect on a scoped store whose child has departed.

      The effect was dropped: the state of its child is not in the store any more, or there is another child in its place.

      Ask the store for a scope anew, or do not launch where 'hasDeparted' is true.
      """,
      at: location
    )
    return SendHandle(countedIn: runtime.table)
  }

  /// Calls `body` when the child departs, or the store that was scoped is deallocated; at once where it has happened.
  ///
  /// It is called once, and on any thread.
  @discardableResult
  public nonisolated func whenEnded(_ body: @escaping @Sendable () -> Void) -> StoreSubscription {
    life.whenEnded(of: runtime, body)
  }

  private nonisolated func drops(_ action: Action, at location: CallSite) -> Bool {
    guard life.isOver else { return false }
    runtime.report(
      .absentChild(action: String(describing: action)),
      """
      Sent '\(action)' to a scoped store whose child has departed.

      The action was dropped: the state of its child is not in the store any more, or there is another child in its place.

      Ask the store for a scope anew, or do not send where 'hasDeparted' is true.
      """,
      at: location
    )
    return true
  }

  private func refuseReading() -> Never {
    fatalError(
      """
      Read the state of a scoped store whose child is not there.

      Its departure was not noticed: '==' of \(State.self), or of a value around it, ignores a part that was scoped, or the \
      engine changed its state without telling its 'slices'.

      Make '==' compare everything that scopes use, or pass the scope a comparison that does.
      """
    )
  }
}

extension ScopedStore: LensChild {
  package var presentState: Any? { slice.hasDeparted ? nil : slice.current }

  package func whenDeparted(_ body: @escaping @MainActor () -> Void) -> StoreSubscription {
    slice.subscribe(toDeparture: body)
  }
}

extension ScopedStore: @MainActor Identifiable where State: Identifiable {
  /// The id of the child.
  ///
  /// It is not registered for in an observation: an element that is there keeps its id, and so does a child that departs
  /// with its id. Of one that is always there read `state.id`.
  public var id: State.ID {
    guard let state = slice.current else { refuseReading() }
    return state.id
  }
}

/// The life of the scoped stores of one child, which ends when the child departs.
final class ScopeLife: Sendable {
  /// The owner of all that stores of the child launch.
  let owner = ProgramOwner()
  private let hasDeparted = Atomic(false)
  private let listeners = EndListeners()
  /// The scopes in which stores of the child have launched something, and the table of what runs.
  @MainActor private var launches: (scopes: Set<EffectScope?>, table: EffectTable)?
  /// The subscription to the end of the store, once somebody waits.
  private let storeEnd = Locked<StoreSubscription?>(nil)

  /// Whether the child has departed, as any thread may ask.
  var isOver: Bool { hasDeparted.load(ordering: .acquiring) }

  /// Notes that the child has departed: nothing is sent to it or launched for it any more.
  func noteDeparture() {
    hasDeparted.store(true, ordering: .releasing)
  }

  /// Ends with the child: cancels what its stores have launched, and calls the listeners.
  @MainActor
  func end() {
    noteDeparture()
    if let launches { for scope in launches.scopes { launches.table.cancel(owner.selector, in: scope) } }
    launches = nil
    listeners.end()
  }

  /// Has what is about to be launched for the ``owner`` end with the child.
  @MainActor
  func noteLaunch(in scope: EffectScope?, of table: EffectTable) {
    launches = (launches?.scopes.union([scope]) ?? [scope], table)
  }

  /// Calls `body` when the child has departed, or its store is deallocated; at once where it has happened.
  ///
  /// A listener keeps this, so that the child is looked at.
  func whenEnded<Action>(of runtime: Runtime<Action>, _ body: @escaping @Sendable () -> Void) -> StoreSubscription {
    storeEnd.withLock { end in
      // Once: it is told to all.
      if end == nil { end = runtime.whenEnded { [weak self] in self?.listeners.end() } }
    }
    return listeners.add { [self] in
      body()
      withExtendedLifetime(self) {}
    }
  }

  deinit {
    storeEnd.withLock { $0 }?.cancel()
  }
}
