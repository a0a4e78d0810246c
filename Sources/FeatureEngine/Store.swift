public import StoreCore

/// A store of a feature: it keeps the feature's state, handles actions in order and runs their tasks.
///
/// ```swift
/// let store = Store(initialState: CounterFeature.State(), feature: CounterFeature())
/// store.send(.increment)
/// ```
///
/// A handler never runs inside another one: an action that is sent meanwhile waits its turn. Tasks run beside each
/// other, and beside the handling of actions. When the last reference to the store is dropped, its tasks are cancelled
/// and every wait for them returns.
///
/// It is `Observable`, so that SwiftUI's `.environment(store)` takes it; what changes is observed in its state.
@MainActor
public final class Store<F: Feature>: StoreEngine, Observable {
  /// The feature's state.
  public typealias State = F.State
  /// The feature's actions.
  public typealias Action = F.Action

  /// The state, one object for the life of the store.
  public let state: F.State

  /// The runtime that handles the store's actions and runs its tasks.
  public nonisolated let runtime: Runtime<F.Action>

  @usableFromInline let context: StateContext<F.State>

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - initialState: The state. It belongs to the store: change it in handlers and tasks alone.
  ///   - feature: The feature, whose ``Feature/handle()`` is called once.
  ///   - ordering: Whether an action waits until the tasks of the one before have ended.
  ///   - options: The store's name, clock, observers and hooks.
  @inlinable
  public init(
    initialState: F.State,
    feature: F,
    ordering: ActionOrdering = .concurrent,
    options: StoreOptions = StoreOptions()
  ) {
    let context = StateContext(initialState)
    let plan = HandlingPlan(feature.handle(), in: context, ordering: ordering, options: options)
    self.context = context
    state = initialState
    switch plan.way {
    case .direct(let execute):
      // A closure made here, where the types are known, is compiled for them.
      runtime = Runtime(options: plan.options) { action in
        do {
          let task = try execute(action, context.state)
          context.stateHasChanged()
          return task.isNone ? .none : task.program(in: context)
        } catch {
          plan.report(error, action)
          context.stateHasChanged()
          return .none
        }
      }
    case .synchronous(let handler, let clock):
      runtime = Runtime(options: plan.options) { action in
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
  /// On an idle store with a synchronous handler it has been handled and its tasks are registered when this returns.
  /// Sent from inside a handler, an observation or a subscriber, it is handled behind the current one.
  ///
  /// The arguments after the action are the place of the call, for observers and issues; leave them out.
  ///
  /// - Returns: a handle to wait for the action's tasks and to cancel them.
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

  /// Cancels the tasks of a name: `cancel(id:)` in the word of ViewFeature.
  ///
  /// When it returns they are not running, and nothing that they send is handled.
  public func cancelTask(id: some TaskID) {
    runtime.cancel(.id(EffectID(id)))
  }

  /// Cancels the tasks of a name that was made from the array itself.
  @available(*, deprecated, message: "An array is one name: use 'cancelTasks(ids:)'.")
  public func cancelTask<ID: TaskID>(id: [ID]) {
    runtime.cancel(.id(EffectID(id)))
  }

  /// Cancels the tasks of several names: `cancel(ids:)` in the word of ViewFeature.
  ///
  /// Names of different types are given as `[EffectID]`.
  public func cancelTasks(ids: some Sequence<some TaskID>) {
    runtime.cancel(.ids(ids.map { EffectID($0) }))
  }

  /// Cancels one name: a text is a sequence of characters, each of which would be a name by itself.
  @available(*, deprecated, message: "A text is one name: use 'cancelTask(id:)'.")
  public func cancelTasks(ids: String) {
    cancelTask(id: ids)
  }

  /// Cancels all tasks, as `cancelAll()` does.
  public func cancelAllTasks() {
    runtime.cancel(.all)
  }

  /// Calls `receive` with the state after each action, and after each task that has changed it, from now on.
  ///
  /// The subscription lasts until it is cancelled or the store is deallocated. What a task changes is told when its
  /// operation ends; observe a property to be told of each change.
  @discardableResult
  public func subscribe(_ receive: @escaping @MainActor (F.State) -> Void) -> StoreSubscription {
    context.subscribe(receive)
  }
}
