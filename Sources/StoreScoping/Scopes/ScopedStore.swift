public import Observation
public import StoreCore

/// A part of a store as a store of its own, with the state and the actions of a child feature.
///
/// ```swift
/// let editor = store.scope(editor)  // a `Child`
/// editor.text  // a property of the child's state
/// editor.send(.typed("a"))  // store.send(.editor(.typed("a")))
/// ```
///
/// It is a window without a copy of the state: it reads from, and sends to, the store that was scoped. It retains that
/// store, which runs the effects; releasing a scope ends nothing. Two scopes of one child are equal, also for SwiftUI:
/// make one where you need it. Scopes of one key path share their observation; one with a function or a comparison is
/// checked separately.
///
/// **Observing.** A read of ``state`` inside an observation registers for the child's state alone, and a read of a
/// property by its name for that property. Observers, subscribers and publishers are notified after a change, and only
/// if the value differs, by `==` or by the comparison that the scope was given.
///
/// **Effects.** In the scope of a lifted child, names are the child's, as its reducer writes them, and only its own and its
/// children's effects are counted and cancelled. So they are if the ``Child`` that was scoped has an id. Otherwise names and
/// effects are those of the store that was scoped. `settle()` waits for the whole store.
///
/// **Departure.** A child that may be absent departs when an action removes it from the state or replaces it by one
/// with another id, and an element of a collection when no element has its id any more. ``hasDeparted`` is then `true`
/// for good, and ``state`` keeps its last value. Actions sent to the scope are dropped, and reported at the place of
/// the send. Subscriptions, sequences and publishers end. No child on another engine can be made of it, which is
/// reported too. If the child returns, make a new scope.
@MainActor
public final class ScopedStore<State, Action: Sendable>: ScopableStore, Observable {
  /// The runtime of the store that was scoped, for the child's actions and names.
  ///
  /// Its observers see the whole store, and stopping it stops that store.
  public nonisolated let runtime: Runtime<Action>

  /// The children that the child's reducer lifts, if its effects are in a scope of a lift.
  private let liftedChildren: (any LiftedChildren)?

  private let slice: ObservedSlice<State>
  private nonisolated let life: ScopeLife
  /// Makes an equal scope of the store that was scoped, while that exists.
  private nonisolated let remake: @MainActor @Sendable () -> ScopedStore?
  /// The store that was scoped, with its state and its handler.
  private let whole: any AnyObject

  /// Creates the store of a part.
  ///
  /// - Parameters:
  ///   - whole: The store that is scoped.
  ///   - slice: The part.
  ///   - effects: The child's effects.
  ///   - extract: Extracts the child's action from one of the store that is scoped, if that is supported.
  ///   - embed: Makes the action of the store that is scoped, for one of the child's.
  init<Whole: ScopableStore>(
    of whole: Whole,
    _ slice: ObservedSlice<State>,
    _ effects: PartEffects,
    _ extract: (@MainActor @Sendable (Whole.Action) -> Action?)?,
    _ embed: @escaping @Sendable (Action) -> Whole.Action
  ) {
    self.whole = whole
    self.slice = slice
    liftedChildren = effects.children
    life = slice.hold()
    let reference = Whole.weakReference(to: whole)
    let (owner, life) = (slice.owner, life)
    remake = {
      // Retains the life too: as long as this closure exists, the child is watched, and its departure is noticed.
      withExtendedLifetime((owner, life)) {
        reference().map { ScopedStore(of: $0, slice, effects, extract, embed) }
      }
    }
    runtime = whole.runtime.scoped(to: effects.scope, embed: embed, extract: extract, child: remake)
  }

  /// Returns a function that makes a scope again, and retains neither that nor the store that was scoped.
  public nonisolated static func weakReference(to store: ScopedStore) -> @MainActor @Sendable () -> ScopedStore? {
    store.remake
  }

  /// The child's state; once it has departed, the last one.
  ///
  /// A read inside an observation registers for the next change.
  public var state: State {
    guard let state = slice.observed() else { refuseReading() }
    return state
  }

  /// Whether the child has departed from the state.
  ///
  /// A read inside an observation registers for the departure alone.
  public var hasDeparted: Bool { slice.observedDeparture() }

  /// The parts of a child's state that are observed separately.
  public static func slices(of store: ScopedStore) -> StateSlices<State> { store.slice.parts }

  /// The children that a child's reducer lifts, if its effects are in a scope of a lift.
  public static func liftedChildren(of store: ScopedStore) -> (any LiftedChildren)? { store.liftedChildren }

  /// Calls `receive` with the child's state after each of its changes from now on.
  ///
  /// The subscription lasts until it is cancelled, the child departs, or the store that was scoped is deallocated.
  @discardableResult
  public func subscribe(_ receive: @escaping @MainActor (State) -> Void) -> StoreSubscription {
    slice.subscribe(untilEndOf: runtime, receive)
  }

  /// Handles a child's action, embedded in one of the store that was scoped.
  ///
  /// The departure is checked now. An action that has to wait is handled even if its child departs meanwhile: by the
  /// child that is in its place then, or as an action for an absent child.
  ///
  /// - Returns: A handle to wait for the action's effects and to cancel them; an empty one after the departure.
  @discardableResult
  public func send(_ action: Action, at location: CallSite) -> SendHandle {
    guard life.isOver else { return runtime.send(action, at: location) }
    reportDrop(of: action, at: location)
    return SendHandle(countedIn: runtime.table)
  }

  /// Handles a child's action in its turn on the main actor; it can be called from any isolation.
  ///
  /// The departure is checked now, as by ``send(_:at:)``.
  public nonisolated func enqueue(_ action: Action, at location: CallSite) {
    guard life.isOver else { return runtime.enqueue(action, at: location) }
    reportDrop(of: action, at: location)
  }

  /// Runs an effect program that no action caused, as one of the child's.
  ///
  /// It is cancelled when the child departs, and does not begin if it has to wait until then; effects that its actions
  /// have caused continue, unless they belong to a child that has departed. After the departure it is dropped and
  /// reported.
  @discardableResult
  public func launch(_ program: EffectProgram<Action>, at location: CallSite) -> SendHandle {
    guard life.isOver, !program.isNone else {
      guard slice.canDepart, !program.isNone else { return runtime.launch(program, at: location) }
      life.noteLaunch(in: runtime.scope, of: runtime.table)
      // Retained by the running program, so that the child is watched.
      let keep = (slice.owner, life)
      let kept = program.map { action in withExtendedLifetime(keep) { action } }
      let owned = kept.owned(by: life.owner)
      guard !runtime.core.launchesAtOnce else { return runtime.launch(owned, at: location) }
      // Checked again in its turn: what it waits for may end the child.
      return runtime.launch(.deferred { [life] in life.isOver ? .none : owned }, at: location)
    }
    runtime.report(
      .absentChild(action: "an effect"),
      """
      Launched an effect on a scoped store whose child has departed.

      The effect was dropped: the state of its child is no longer in the store, or another child has replaced it.

      Make a new scope, or do not launch if 'hasDeparted' is true.
      """,
      at: location
    )
    return SendHandle(countedIn: runtime.table)
  }

  /// The number of the child's running effects; none after the departure.
  public var runningTaskCount: Int { life.isOver ? 0 : runtime.runningTaskCount }

  /// Whether an effect of the child's that has this name is running; never after the departure.
  public func isTaskRunning(_ id: EffectID) -> Bool {
    !life.isOver && runtime.isTaskRunning(id)
  }

  /// Cancels the selected effects of the child; none after the departure, as the names may be another child's then.
  ///
  /// A scope whose effects are those of the whole store refuses to cancel `EffectSelector.all`, with an issue at the place
  /// of the call: that would end those of other parts too.
  public func cancel(_ selector: EffectSelector, at location: CallSite) {
    guard !life.isOver else { return }
    guard case .all = selector.kind, runtime.scope == nil else { return runtime.cancel(selector, at: location) }
    runtime.report(
      .other,
      """
      Cancelled all effects of a scoped store that has none of its own.

      Nothing was cancelled: the scope was made without an id, so that its effects are those of the whole store, and those of \
      other parts would have ended too.

      Give the scope the id with which its child's reducer is lifted, or cancel the effects of the store itself.
      """,
      at: location.known
    )
  }

  /// Calls `body` when the child departs, or the store that was scoped is deallocated; at once if it already has.
  ///
  /// It is called once, on any thread.
  @discardableResult
  public nonisolated func whenEnded(_ body: @escaping @Sendable () -> Void) -> StoreSubscription {
    life.whenEnded(of: runtime, body)
  }

  private nonisolated func reportDrop(of action: Action, at location: CallSite) {
    runtime.report(
      .absentChild(action: String(describing: action)),
      """
      Sent '\(action)' to a scoped store whose child has departed.

      The action was dropped: the state of its child is no longer in the store, or another child has replaced it.

      Make a new scope, or do not send if 'hasDeparted' is true.
      """,
      at: location
    )
  }

  private func refuseReading() -> Never {
    fatalError(
      """
      Read the state of a scoped store whose child is absent.

      Its departure was not detected: '==' of \(State.self), or of a value around it, ignores a part that was scoped, or the \
      engine changed its state without notifying its 'slices'.

      Make '==' compare everything that scopes use, or pass the scope a comparison that does.
      """
    )
  }
}

extension ScopedStore: LensChild {
  package var presentState: Any? { slice.hasDeparted ? nil : slice.current }

  package var stateReader: @MainActor () -> Any? {
    // The slice reads the state of the store that was scoped, and does not keep it.
    let whole = runtime.core.readState
    return { [slice] in withExtendedLifetime(whole) { slice.current } }
  }

  package func whenDeparted(_ body: @escaping @MainActor () -> Void) -> StoreSubscription {
    slice.subscribe(toDeparture: body)
  }
}

extension ScopedStore: ViewNoteKeeper {
  // Of the place: each body may make another scope.
  var ownViewNotes: ViewNotes { slice.viewNotes }
}

extension ScopedStore: @MainActor Identifiable where State: Identifiable {
  /// The id of the child.
  ///
  /// A read does not register in an observation: an element keeps its id while it is present, and so does a child that
  /// departs with its id. For a child that is always present, read `state.id`.
  ///
  /// An element's id is the one that its scope was made with, without a look at the state.
  public var id: State.ID {
    if let id = slice.elementID(as: State.ID.self) { return id }
    guard let state = slice.current else { refuseReading() }
    return state.id
  }
}

extension ScopedStore: Hashable {
  /// Returns whether two scopes are of the same child of the same store.
  ///
  /// A child that has departed is another one than its successor, even if that has its id. How actions are embedded is
  /// not compared. A scope that was made with a comparison of your own equals only itself.
  public nonisolated static func == (lhs: ScopedStore, rhs: ScopedStore) -> Bool { lhs.slice === rhs.slice }

  /// Hashes the child's place in the store.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(slice)) }
}
