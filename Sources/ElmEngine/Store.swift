public import Observation
public import StoreCore
public import StoreScoping

/// A store whose reducer is a pure function of the state and an action.
///
/// ```swift
/// let store = Store(initialState: Counter()) { (state: consuming Counter, action: CounterAction) in
///   var newState = state
///   switch action {
///   case .increment: newState.count += 1
///   }
///   return (newState, .none)
/// }
/// store.send(.increment)
/// ```
///
/// The store passes ownership of its state to the reducer: `var newState = state` in a closure like this one moves the
/// state, and an optimised build changes it in place. Inside the reducer use the parameter: reading `store.state` there
/// requires `StoreOptions.keepsStateReadable`.
///
/// Views and other observers of ``state`` are notified of each handled action. When the store is deallocated, its
/// effects are cancelled and every wait for them returns.
@MainActor
public final class Store<State, Action: Sendable>: ScopableStore, Observable {
  @usableFromInline let box: StateBox<State>

  /// The runtime that handles the store's actions and runs its effects.
  public nonisolated let runtime: Runtime<Action>

  /// The lifts of a composed reducer.
  @usableFromInline let lifts: Lifts<State>?

  @inlinable
  init(box: StateBox<State>, options: StoreOptions, handler: @escaping Runtime<Action>.Handler) {
    self.box = box
    lifts = nil
    runtime = Runtime(of: Store.self, options: options, handler: handler)
    runtime.reportRelease(ofUnread: box)
    runtime.shareState(of: box)
  }

  @inlinable
  init(
    box: StateBox<State>,
    options: StoreOptions,
    lifts: Lifts<State>,
    isPresent: @escaping @MainActor (EffectScope) -> Bool,
    handler: @escaping @MainActor (Action, ScopedEffects) -> EffectProgram<Action>
  ) {
    self.box = box
    self.lifts = lifts
    runtime = Runtime(of: Store.self, options: options, isPresent: isPresent, handler: handler)
    runtime.reportRelease(ofUnread: box)
    runtime.shareState(of: box)
  }

  /// The current state.
  ///
  /// A read inside an observation registers for the next change.
  @inlinable
  public var state: State { box.value }

  /// The parts of a store's state that are observed separately.
  public static func slices(of store: Store) -> StateSlices<State> { store.box.slices }

  /// The children that a store's reducer lifts, whose names its scopes take.
  public static func liftedChildren(of store: Store) -> (any LiftedChildren)? { store.lifts }

  /// Handles an action.
  ///
  /// On an idle store, the reducer has run and the effects are registered when it returns. An action sent from inside a
  /// reducer, an observation or a subscriber is handled after the current one.
  ///
  /// The arguments after the action are the call's place in the source, for observers and issues; leave them out.
  ///
  /// - Returns: A handle to wait for the action's effects and to cancel them.
  @inlinable
  @discardableResult
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> SendHandle {
    runtime.send(action, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Cancels the selected effects.
  @inlinable
  public func cancel(
    _ selector: EffectSelector,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    runtime.cancel(selector, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Calls `receive` with the state after each change from now on.
  ///
  /// The subscription lasts until it is cancelled or the store is deallocated.
  @discardableResult
  public func subscribe(_ receive: @escaping @MainActor (State) -> Void) -> StoreSubscription {
    box.subscribe(receive)
  }
}
