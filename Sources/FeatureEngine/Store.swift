public import StoreCore

/// A store of a feature, which keeps its state, handles actions in order and runs their tasks.
///
/// ```swift
/// let store = Store(initialState: CounterFeature.State(), feature: CounterFeature())
/// store.send(.increment)
/// ```
///
/// A handler never runs inside another one: an action that is sent meanwhile waits its turn. Tasks run concurrently
/// with each other and with the handling of actions. When the store is deallocated, its tasks are cancelled and every
/// wait for them returns.
///
/// It is `Observable` so that SwiftUI's `.environment(store)` accepts it; changes are observed in its state.
@MainActor
public final class Store<F: Feature>: StoreEngine, Observable {
  /// The feature's state.
  public typealias State = F.State
  /// The feature's actions.
  public typealias Action = F.Action

  /// The state, one object for the lifetime of the store.
  public let state: F.State

  /// The runtime that handles the store's actions and runs its tasks.
  public nonisolated let runtime: Runtime<F.Action>

  @usableFromInline let context: StateContext<F.State>
  /// The subscribers to the state, once there has been one.
  @usableFromInline var subscribers: StoreSubscribers<F.State>?

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - initialState: The state. It belongs to the store: change it only in handlers and tasks.
  ///   - feature: The feature, whose ``Feature/handle()`` is called once.
  ///   - ordering: Whether an action waits until the tasks of the previous one have ended.
  ///   - options: The store's name, clock, observers and hooks.
  @inlinable
  public init(
    initialState: F.State,
    feature: F,
    ordering: ActionOrdering = .concurrent,
    options: StoreOptions = StoreOptions()
  ) {
    let context = StateContext(initialState)
    let plan = HandlingPlan(feature.handle(), of: Store.self, in: context, ordering: ordering, options: options)
    self.context = context
    state = initialState
    switch plan.way {
    case .direct(let execute):
      // A closure created here, where the types are known, is specialised for them.
      runtime = Runtime(of: Store.self, options: plan.options) { action in
        do {
          let task = try execute(action, context.state)
          context.stateHasChanged()
          return task.isNone ? .none : task.program(in: context)
        } catch {
          plan.report(.error(error), action)
          context.stateHasChanged()
          return .none
        }
      }
    case .synchronous(let handler, let clock):
      runtime = Runtime(of: Store.self, options: plan.options) { action in
        let task = handler.handleSynchronously(action, context.state, clock: clock) { plan.report($0, action) }
        context.stateHasChanged()
        return task.isNone ? .none : task.program(in: context)
      }
    case .planned(let runtime):
      self.runtime = runtime
    }
    plan.link.runtime = runtime
    runtime.shareState { initialState }
  }

  /// Handles an action.
  ///
  /// On an idle store with a synchronous handler, and without middleware that may suspend, the action has been handled
  /// and its tasks are registered when this returns. An action sent from inside a handler, an observation or a
  /// subscriber is handled after the current one.
  ///
  /// The arguments after the action are the call's place in the source, for observers and issues; leave them out.
  ///
  /// - Returns: A handle to wait for the action's tasks and to cancel them.
  @inlinable
  @discardableResult
  public func send(
    _ action: F.Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> SendHandle {
    runtime.send(action, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Cancels the tasks of a name: ViewFeature's word for `cancel(id:)`.
  ///
  /// When it returns they are not running, and nothing that they still send is handled.
  public func cancelTask(
    id: some TaskID,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    runtime.cancel(.id(EffectID(id)), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels the tasks whose name is the array itself.
  @available(*, deprecated, message: "An array is one name: use 'cancelTasks(ids:)'.")
  public func cancelTask<ID: TaskID>(id: [ID]) {
    runtime.cancel(.id(EffectID(id)))
  }

  /// Cancels the tasks whose name is the scope itself.
  @available(*, deprecated, message: "A scope is no name: use 'cancel(.scope(_:))'.")
  public func cancelTask(id: EffectScope) {
    runtime.cancel(.id(EffectID(id)))
  }

  /// Cancels the tasks of several names: ViewFeature's word for `cancel(ids:)`.
  ///
  /// Pass names of different types as `[EffectID]`.
  public func cancelTasks(
    ids: some Sequence<some TaskID>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    runtime.cancel(.ids(ids.map { EffectID($0) }), at: place)
  }

  /// Cancels one name: as a sequence, a string would be one name for each character.
  @available(*, deprecated, message: "A string is one name: use 'cancelTask(id:)'.")
  public func cancelTasks(ids: String) {
    cancelTask(id: ids)
  }

  /// Cancels all tasks: ViewFeature's word for `cancelAll()`.
  public func cancelAllTasks() {
    runtime.cancel(.all)
  }

  /// Calls `receive` with the state after each action, and after each task that has ended, from now on.
  ///
  /// The subscription lasts until it is cancelled or the store is deallocated. A task's changes are delivered when its
  /// operation ends, unless it was cancelled; observe a property to be notified of each change.
  @discardableResult
  public func subscribe(_ receive: @escaping @MainActor (F.State) -> Void) -> StoreSubscription {
    (subscribers ?? openSubscribers()).add(receive)
  }

  private func openSubscribers() -> StoreSubscribers<F.State> {
    let subscribers = StoreSubscribers<F.State>()
    self.subscribers = subscribers
    context.open(subscribers, of: runtime)
    return subscribers
  }
}
