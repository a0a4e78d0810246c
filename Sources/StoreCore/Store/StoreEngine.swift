/// A store of any engine: what tools, bridges and tests need to know about it.
///
/// An engine has to provide its state, its runtime and a way to subscribe to states; the rest follows.
///
/// Arguments with the defaults `#fileID`, `#filePath`, `#line` and `#column` are the place of a call, for events,
/// errors and issues: leave them out.
@MainActor
public protocol StoreEngine<State, Action>: AnyObject, Sendable {
  /// The type of the state.
  associatedtype State
  /// The type of what is sent to the store.
  associatedtype Action: Sendable

  /// The current state. A state that is a value, if it can be read inside a handler, is the one before the action.
  var state: State { get }

  /// The runtime that handles the store's actions and runs its effects.
  ///
  /// Do not keep it: a runtime that is kept keeps the store's effects running after the store itself is deallocated.
  nonisolated var runtime: Runtime<Action> { get }

  /// Calls `receive` with the state after each change from now on.
  ///
  /// The subscription lasts until it is cancelled or the store is deallocated. An action that `receive` sends is
  /// handled after the one that made the change.
  @discardableResult
  func subscribe(_ receive: @escaping @MainActor (State) -> Void) -> StoreSubscription

  /// Handles an action that was sent from a given place; see ``Runtime/send(_:fileID:filePath:line:column:)``.
  @discardableResult
  func send(_ action: Action, at location: CallSite) -> SendHandle

  /// Handles an action that was sent from a given place, in its turn on the main actor.
  nonisolated func enqueue(_ action: Action, at location: CallSite)

  /// Waits until nothing can happen before a clock advances or a stream yields; see ``Runtime/settle()``.
  func settle() async

  /// The number of running effects.
  var runningTaskCount: Int { get }

  /// Whether an effect of this name is running.
  func isTaskRunning(_ id: EffectID) -> Bool

  /// Cancels the selected effects, called at a given place; see ``Runtime/cancel(_:at:)``.
  func cancel(_ selector: EffectSelector, at location: CallSite)

  /// Runs an effect program that no action caused, launched at a given place.
  @discardableResult
  func launch(_ program: EffectProgram<Action>, at location: CallSite) -> SendHandle

  /// The actions that are handled from now on, in order.
  ///
  /// The sequence ends with the store, or with the child of a scope. It buffers all actions that were not consumed yet:
  /// consume it, or release it.
  var actions: AsyncStream<Action> { get }

  /// Calls `body` when the store is deallocated, or at once if it already was; see ``Runtime/whenEnded(_:)``.
  @discardableResult
  nonisolated func whenEnded(_ body: @escaping @Sendable () -> Void) -> StoreSubscription

  /// A closure that returns a store and does not keep it alive, for bridges to other libraries.
  nonisolated static func weakReference(to store: Self) -> @MainActor @Sendable () -> Self?
}

extension StoreEngine {
  /// Handles an action at once, or after the one that is being handled.
  @inlinable
  @discardableResult
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> SendHandle {
    send(action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Handles an action in its turn, for use as a function value: `actions.forEach(store.send)`.
  ///
  /// It returns no handle, and reports about the action have no place. In `return store.send(action)`, where a function
  /// returns nothing, this one is called too: write the `return` by itself.
  @_disfavoredOverload
  public func send(_ action: Action) {
    send(action, at: .unknown)
  }

  /// Returns a closure that sends an action: `Button("Retry", action: store.send(.retry))`.
  ///
  /// Each call of the closure sends the action once, from the place that made the closure, and does not wait, even if an
  /// `async` closure is expected, as by `refreshable`: write `{ await store.send(.refresh).value }` there. It keeps the
  /// store.
  @_disfavoredOverload
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> @MainActor () -> Void {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return { self.send(action, at: location) }
  }

  /// Handles an action that was sent from a given place.
  @inlinable
  @discardableResult
  public func send(_ action: Action, at location: CallSite) -> SendHandle {
    runtime.send(action, at: location)
  }

  /// Handles an action in its turn on the main actor; it can be called from any isolation.
  @inlinable
  public nonisolated func enqueue(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    enqueue(action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Handles an action that was sent from a given place, in its turn on the main actor.
  @inlinable
  public nonisolated func enqueue(_ action: Action, at location: CallSite) {
    runtime.enqueue(action, at: location)
  }

  /// Waits until nothing can happen before a clock advances or a stream yields.
  public func settle() async {
    await runtime.settle()
  }

  /// The number of running effects, without cancelled ones that have not ended yet.
  public var runningTaskCount: Int { runtime.runningTaskCount }

  /// Whether an effect of this name is running.
  public func isTaskRunning(_ id: EffectID) -> Bool {
    runtime.isTaskRunning(id)
  }

  /// Cancels the selected effects.
  public func cancel(
    _ selector: EffectSelector,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    cancel(selector, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels the selected effects, called at a given place.
  public func cancel(_ selector: EffectSelector, at location: CallSite) {
    runtime.cancel(selector, at: location)
  }

  /// Runs an effect program that no action caused.
  @discardableResult
  public func launch(
    _ program: EffectProgram<Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> SendHandle {
    launch(program, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs an effect program that no action caused, launched at a given place.
  @discardableResult
  public func launch(_ program: EffectProgram<Action>, at location: CallSite) -> SendHandle {
    runtime.launch(program, at: location)
  }

  /// The actions that are handled from now on, in order.
  ///
  /// The sequence ends with the store, or with the child of a scope. It buffers all actions that were not consumed yet:
  /// consume it, or release it.
  public var actions: AsyncStream<Action> { runtime.actions }

  /// Calls `body` when the store is deallocated, or at once if it already was.
  @discardableResult
  public nonisolated func whenEnded(_ body: @escaping @Sendable () -> Void) -> StoreSubscription {
    runtime.whenEnded(body)
  }

  /// A closure that returns a store and does not keep it alive.
  public nonisolated static func weakReference(to store: Self) -> @MainActor @Sendable () -> Self? {
    { [weak store] in store }
  }
}

extension StoreEngine {
  /// Sends an action, and waits until it has been handled and all effects it caused have ended, except streams that no
  /// member of a sequence comes after.
  ///
  /// ```swift
  /// .refreshable { await store.perform(.refresh) }
  /// ```
  ///
  /// It is `await store.send(action).tree`, and returns early when the waiting task is cancelled; see
  /// <doc:EffectsAndCancellation> about refreshes.
  public func perform(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await perform(action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sends an action, waits for all it causes, and reads a value from the state as it is then.
  ///
  /// ```swift
  /// let count = await store.perform(.load, returning: \.count)
  /// ```
  ///
  /// - Returns: the value; if the wait ended early, as it is at that moment.
  public func perform<Value: Sendable>(
    _ action: Action,
    returning value: @MainActor (State) -> Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> Value {
    await perform(action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return value(state)
  }

  /// Sends an action, waits for all it causes, and returns a part of the state as it is then.
  public func perform<Value: Sendable>(
    _ action: Action,
    returning keyPath: KeyPath<State, Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> Value {
    await perform(action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return state[keyPath: keyPath]
  }

  private func perform(_ action: Action, at location: CallSite) async {
    let handle = send(action, at: location)
    if handle.isKnown { await handle.waitForTree(at: location) }
  }

  /// Cancels the effects of a name: when it returns, nothing that they still send is handled.
  public func cancel(
    id: some Hashable & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    cancel(.id(EffectID(id)), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels the effects of a name that was made from the array itself.
  @available(*, deprecated, message: "An array is one name: use 'cancel(ids:)'.")
  @_disfavoredOverload
  public func cancel<ID: Hashable & Sendable>(_ id: [ID]) {
    cancel(.id(EffectID(id)))
  }

  /// Cancels the effects of a name that was made from the array itself.
  @available(*, deprecated, message: "An array is one name: use 'cancel(ids:)'.")
  public func cancel<ID: Hashable & Sendable>(id: [ID]) {
    cancel(.id(EffectID(id)))
  }

  /// Cancels the effects of a name that was made from the scope itself.
  @available(*, deprecated, message: "A scope is no name: use 'cancel(.scope(_:))'.")
  @_disfavoredOverload
  public func cancel(_ id: EffectScope) {
    cancel(.id(EffectID(id)))
  }

  /// Cancels the effects of a name that was made from the scope itself.
  @available(*, deprecated, message: "A scope is no name: use 'cancel(.scope(_:))'.")
  public func cancel(id: EffectScope) {
    cancel(.id(EffectID(id)))
  }

  /// Whether an effect of this name is running.
  public func isTaskRunning(id: some Hashable & Sendable) -> Bool {
    isTaskRunning(EffectID(id))
  }

  /// Whether an effect is running whose name was made from the array itself.
  @available(*, deprecated, message: "An array is one name: ask for each of its elements.")
  public func isTaskRunning<ID: Hashable & Sendable>(id: [ID]) -> Bool {
    isTaskRunning(EffectID(id))
  }

  /// Whether an effect is running whose name was made from the scope itself.
  @available(*, deprecated, message: "A scope is no name: ask for 'EffectID.scoped(to:)'.")
  public func isTaskRunning(id: EffectScope) -> Bool {
    isTaskRunning(EffectID(id))
  }

  /// Cancels the effects of a name: another word for `cancel(id:)`.
  public func cancel(
    _ id: EffectID,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    cancel(.id(id), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels the effects of a name, given as the value that the name was made from.
  @_disfavoredOverload
  public func cancel(
    _ id: some Hashable & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    cancel(.id(EffectID(id)), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels the effects of several names.
  ///
  /// Pass names of different types as `[EffectID]`.
  public func cancel(
    ids: some Sequence<some Hashable & Sendable>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    cancel(.ids(ids.map { EffectID($0) }), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels one name: a string is a sequence of characters, each of which would be a name by itself.
  @available(*, deprecated, message: "A string is one name: use 'cancel(id:)'.")
  public func cancel(ids: String) {
    cancel(id: ids)
  }

  /// Cancels all effects of the store, with and without a name.
  public func cancelAll(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    cancel(.all, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Does the same, for use as a function value: `perform: store.cancelAll`.
  @_disfavoredOverload
  public func cancelAll() {
    cancel(.all, at: .unknown)
  }
}
