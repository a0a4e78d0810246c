/// The one runtime of all engines: it handles a store's actions in order and runs the effects they cause.
///
/// An engine owns the state; the runtime owns everything else. The engine gives it a handler, which applies an
/// action to the state and returns what to do next:
///
/// ```swift
/// let box = StateBox(0)
/// let runtime = Runtime<Int> { action in
///   box.put(box.take() + action)
///   return action < 3 ? .emit(action + 1) : .none
/// }
/// runtime.send(1)
/// ```
///
/// Handlers never overlap or nest: an action sent while another one is handled, from a handler, an observation or a
/// subscriber, is handled after it. The runtime holds its handler, and running effects hold the runtime weakly, so that
/// everything ends when the last reference to a store is dropped.
@MainActor
public final class Runtime<Action: Sendable> {
  /// Applies an action to the engine's state, and returns the effects to run.
  public typealias Handler = @MainActor (Action) -> EffectProgram<Action>

  @usableFromInline package let core: RuntimeCore
  /// The handler that the core calls too, here with its type, for ``send(_:at:)``.
  @usableFromInline let handler: Handler
  /// The lens of a child's runtime; `nil` if the store is not scoped.
  let lens: RuntimeLens?

  /// Creates a runtime around a handler, with an ordering of actions and effects.
  public convenience init(
    of engine: (any StoreEngine.Type)? = nil,
    options: StoreOptions = StoreOptions(),
    ordering: ActionOrdering = .concurrent,
    handler: @escaping Handler
  ) {
    let table = EffectTable(options: options)
    let core = RuntimeCore(
      table: table,
      actionType: Action.self,
      engineType: engine,
      ordering: ordering,
      handler: { handler(typed($1)).program }
    )
    self.init(core, handler)
  }

  /// Creates a runtime around a handler that may suspend.
  ///
  /// While the handler is suspended, the store handles nothing else: later actions wait in their order, and so do the
  /// ends of effects and what they send. Cancels do not wait.
  ///
  /// Where the system's runtime starts tasks at once (macOS 26, iOS 26, Linux), a handler that does not suspend has
  /// returned when `send` returns; elsewhere `send` has only accepted the action. The latter also applies on Linux to a
  /// block of the main queue, such as that of a sink after `receive(on: DispatchQueue.main)`, in a program with an
  /// asynchronous main: the block is not a task of the main actor, and the handler begins after it.
  ///
  /// A handler must not wait for its own store, which continues when the handler has returned: such a wait returns at
  /// once, with an issue. Cancelling the action's handle cancels the handler's task, and nothing of its program starts.
  public convenience init(
    of engine: (any StoreEngine.Type)? = nil,
    options: StoreOptions = StoreOptions(),
    ordering: ActionOrdering = .concurrent,
    asynchronousHandler: @escaping @MainActor (Action) async -> EffectProgram<Action>
  ) {
    let table = EffectTable(options: options)
    let core = RuntimeCore(
      table: table,
      actionType: Action.self,
      engineType: engine,
      ordering: ordering,
      maySuspend: true,
      handler: { core, action in core.call(asynchronousHandler, with: typed(action)) }
    )
    self.init(core) { EffectProgram(core.call(asynchronousHandler, with: $0)) }
  }

  /// Creates a runtime whose scopes end with the children of a feature that they stand for.
  ///
  /// A child's programs are moved into a scope by ``EffectProgram/lifted(to:_:)``. After each action, when the handler
  /// has returned, `isPresent` is called for each scope with running or waiting effects. If it returns `false`, the
  /// child has departed: all its effects are cancelled before the action's own effects start, and no further member of
  /// its sequences starts. Nothing starts in an absent scope. The answer of ``EffectProgram/onCancel(_:)`` to such a
  /// cancel is dropped. A child that one action removes and puts back has not departed.
  ///
  /// `isPresent` is called for scopes of all depths, with the state after the action. It must return `true` for a scope
  /// that it does not know.
  ///
  /// - Complexity: one load per action while no scope has effects, otherwise a call of `isPresent` for each with
  ///   effects.
  public convenience init(
    of engine: (any StoreEngine.Type)? = nil,
    options: StoreOptions = StoreOptions(),
    isPresent: @escaping @MainActor (EffectScope) -> Bool,
    handler: @escaping Handler
  ) {
    self.init(of: engine, options: options, isPresent: isPresent) { action, effects in
      let program = handler(action)
      let departed = effects.table.scopes.filter { !isPresent($0) }
      return departed.isEmpty ? program : .merge([.cancel(.departed(departed)), program])
    }
  }

  /// Creates a runtime whose handler decides which scopes end.
  ///
  /// For an engine that knows which children an action can have removed, and so need not check all of them after each
  /// action. The handler puts `.cancel(.departed(…))` before its program, for the scopes whose children have departed;
  /// ``ScopedEffects`` says which scopes have effects.
  ///
  /// Nothing starts in a scope for which `isPresent` returns `false`. It is called when a program in a scope begins,
  /// and must return `true` for a scope that it does not know.
  ///
  /// - Complexity: one load for each action, besides the handler's own work.
  public convenience init(
    of engine: (any StoreEngine.Type)? = nil,
    options: StoreOptions = StoreOptions(),
    isPresent: @escaping @MainActor (EffectScope) -> Bool,
    handler: @escaping @MainActor (Action, ScopedEffects) -> EffectProgram<Action>
  ) {
    let table = EffectTable(options: options)
    let effects = ScopedEffects(table: table)
    let core = RuntimeCore(
      table: table,
      actionType: Action.self,
      engineType: engine,
      isPresent: isPresent,
      handler: { handler(typed($1), effects).program }
    )
    self.init(core) { handler($0, effects) }
  }

  init(_ core: RuntimeCore, lens: RuntimeLens? = nil, _ handler: @escaping Handler) {
    self.core = core
    self.lens = lens
    self.handler = handler
  }

  /// An action as the core receives it.
  nonisolated func outer(_ action: Action) -> AnyAction { lens?.embed(action) ?? action }

  // MARK: For tools and tests

  /// The store that its events and issues come from.
  package nonisolated var identity: StoreIdentity { core.hub.store }

  package nonisolated var table: EffectTable { core.table }

  /// The scope that the effects of a child's store are in.
  package nonisolated var scope: EffectScope? { lens?.scope }
}
