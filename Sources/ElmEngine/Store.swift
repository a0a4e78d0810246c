public import Observation
public import StoreCore
public import StoreScoping

/// A store whose reducer is a pure function of the state and an action.
///
/// ```swift
/// let store = Store<Counter, CounterAction>(initialState: Counter()) { state, action in
///   var newState = state
///   switch action {
///   case .increment: newState.count += 1
///   }
///   return (newState, .none)
/// }
/// store.send(.increment)
/// ```
///
/// The store hands its state over to the reducer: `var newState = state` in a closure like this one moves the
/// state, and changes to it are made in place, once the compiler optimises. Inside the reducer use the parameter: to
/// read `store.state` there takes `StoreOptions.keepsStateReadable`.
///
/// Views and other observers of ``state`` are told of each handled action. When the last reference to the store is
/// dropped, its effects are cancelled and every wait for them returns.
@MainActor
public final class Store<State, Action: Sendable>: ScopableStore, Observable {
  @usableFromInline let box: StateBox<State>

  /// The runtime that handles the store's actions and runs its effects.
  public nonisolated let runtime: Runtime<Action>

  @inlinable
  init(box: StateBox<State>, options: StoreOptions, handler: @escaping Runtime<Action>.Handler) {
    self.box = box
    runtime = Runtime(options: options, handler: handler)
    runtime.reportRelease(ofUnread: box)
    runtime.shareState(of: box)
  }

  @inlinable
  init(
    box: StateBox<State>,
    options: StoreOptions,
    isPresent: @escaping @MainActor (EffectScope) -> Bool,
    handler: @escaping @MainActor (Action, ScopedEffects) -> EffectProgram<Action>
  ) {
    self.box = box
    runtime = Runtime(options: options, isPresent: isPresent, handler: handler)
    runtime.reportRelease(ofUnread: box)
    runtime.shareState(of: box)
  }

  /// The current state.
  ///
  /// Reading it in an observation registers for its next change.
  @inlinable
  public var state: State { box.value }

  /// The parts of the state that are observed each by itself.
  public var slices: StateSlices<State> { box.slices }

  /// Handles an action.
  ///
  /// On an idle store the reducer has run and the effects are registered when it returns. Sent from inside a
  /// reducer, an observation or a subscriber, the action is handled behind the current one.
  ///
  /// The arguments after the action are the place of the call, for observers and issues; leave them out.
  ///
  /// - Returns: a handle to wait for the action's effects and to cancel them.
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

  /// Cancels the effects of a name: `cancel(id:)` in the word of Swift Tea.
  ///
  /// When it returns, nothing of what they still send is handled.
  @inlinable
  public func cancel(_ id: EffectID) {
    runtime.cancel(.id(id))
  }

  /// Cancels the effects of a name that is any hashable value: `cancel(id:)` in the word of Swift Tea.
  @inlinable
  @_disfavoredOverload
  public func cancel(_ id: some Hashable & Sendable) {
    runtime.cancel(.id(EffectID(id)))
  }

  /// Cancels the selected effects.
  @inlinable
  public func cancel(_ selector: EffectSelector) {
    runtime.cancel(selector)
  }

  /// Calls `receive` with the state after each change from now on.
  ///
  /// The subscription lasts until it is cancelled or the store is deallocated.
  @discardableResult
  public func subscribe(_ receive: @escaping @MainActor (State) -> Void) -> StoreSubscription {
    box.subscribe(receive)
  }
}
