public import StoreCore

// Each initialiser builds its own handler, so that the reducer's type stays known to the compiler.
extension Store {
  /// A pure function from a state and an action to the next state and an effect.
  public typealias Reducer = @MainActor (consuming State, Action) -> (State, Effect<Action>)

  /// A reducer that changes the state in place and returns an effect.
  public typealias InoutReducer = @MainActor (inout State, Action) -> Effect<Action>

  /// Creates a store with a pure reducer.
  ///
  /// A closure or a function whose parameter is `consuming` owns the state and, in an optimised build, changes it in
  /// place; a debug build copies what it changes. Write the types of a closure's parameters: without them the compiler
  /// may take a mistake in it for a reducer of the other kind.
  @_disfavoredOverload  // Tried after the `inout` one, for the errors in closures without types.
  @inlinable
  public convenience init(
    initialState: State,
    options: StoreOptions = StoreOptions(),
    reduce: @escaping Reducer
  ) {
    let box = StateBox(initialState, options: options)
    self.init(box: box, options: options) { action in
      let (state, returned) = reduce(box.take(), action)
      box.put(state)
      var effect = consume returned
      return effect.isNone ? .none : Effect.takeProgram(of: &effect)
    }
  }

  /// Creates a store with a pure reducer, and names that some actions cancel before their own effect starts.
  ///
  /// ```swift
  /// Store(initialState: AppState(), cancelsOn: { $0.isCancelSearch ? ["user-search"] : [] }, reduce: reduce)
  /// ```
  @_disfavoredOverload
  @inlinable
  public convenience init(
    initialState: State,
    options: StoreOptions = StoreOptions(),
    cancelsOn: @escaping @MainActor (Action) -> [EffectID],
    reduce: @escaping Reducer
  ) {
    let box = StateBox(initialState, options: options)
    self.init(box: box, options: options) { action in
      let (state, returned) = reduce(box.take(), action)
      box.put(state)
      var effect = consume returned
      return Self.takeProgram(of: &effect, cancelling: cancelsOn(action))
    }
  }

  /// Creates a store with a reducer that changes the state in place.
  @inlinable
  public convenience init(
    initialState: State,
    options: StoreOptions = StoreOptions(),
    cancelsOn: (@MainActor (Action) -> [EffectID])? = nil,
    reduce: @escaping InoutReducer
  ) {
    let box = StateBox(initialState, options: options)
    self.init(box: box, options: options) { action in
      var state = box.take()
      var effect = reduce(&state, action)
      box.put(state)
      guard let cancelsOn else { return effect.isNone ? .none : Effect.takeProgram(of: &effect) }
      return Self.takeProgram(of: &effect, cancelling: cancelsOn(action))
    }
  }

  /// Creates a store whose pure reducer gets an environment: the services its effects use.
  @_disfavoredOverload
  @inlinable
  public convenience init<Environment>(
    initialState: State,
    environment: Environment,
    options: StoreOptions = StoreOptions(),
    cancelsOn: (@MainActor (Action) -> [EffectID])? = nil,
    reduce: @escaping @MainActor (consuming State, Action, Environment) -> (State, Effect<Action>)
  ) {
    let box = StateBox(initialState, options: options)
    self.init(box: box, options: options) { action in
      let (state, returned) = reduce(box.take(), action, environment)
      box.put(state)
      var effect = consume returned
      guard let cancelsOn else { return effect.isNone ? .none : Effect.takeProgram(of: &effect) }
      return Self.takeProgram(of: &effect, cancelling: cancelsOn(action))
    }
  }

  /// Creates a store whose reducer changes the state in place and gets an environment.
  @inlinable
  public convenience init<Environment>(
    initialState: State,
    environment: Environment,
    options: StoreOptions = StoreOptions(),
    cancelsOn: (@MainActor (Action) -> [EffectID])? = nil,
    reduce: @escaping @MainActor (inout State, Action, Environment) -> Effect<Action>
  ) {
    let box = StateBox(initialState, options: options)
    self.init(box: box, options: options) { action in
      var state = box.take()
      var effect = reduce(&state, action, environment)
      box.put(state)
      guard let cancelsOn else { return effect.isNone ? .none : Effect.takeProgram(of: &effect) }
      return Self.takeProgram(of: &effect, cancelling: cancelsOn(action))
    }
  }

  /// Creates a store with a reducer that may have children.
  @inlinable
  public convenience init(
    initialState: State,
    options: StoreOptions = StoreOptions(),
    cancelsOn: (@MainActor (Action) -> [EffectID])? = nil,
    reducer: ComposedReducer<State, Action>
  ) {
    let box = StateBox(initialState, options: options)
    let link = RuntimeLink<Action>()
    self.init(box: box, options: options, lifts: reducer.lifts) { scope in
      box.read { reducer.contains(scope, in: $0) }
    } handler: { action, effects in
      var context = ReducerContext(effects: effects.isEmpty ? nil : effects)
      var state = box.take()
      var program = reducer.run(&state, action, &context)
      box.put(state)
      if let ids = cancelsOn?(action), !ids.isEmpty { program = .sequence([.cancel(.ids(ids)), program]) }
      if !context.absences.isEmpty { Self.report(context.absences, to: link.runtime) }
      return context.cancellingDeparted(of: reducer, in: box, effects, before: program)
    }
    link.runtime = runtime
  }

  /// Reports actions for absent children.
  @usableFromInline
  static func report(_ absences: [AbsentChildError], to runtime: Runtime<Action>?) {
    for absence in absences {
      runtime?.report(.absentChild(action: absence.action), absence.description)
    }
  }

  /// The effect's program, after the cancels that `cancelsOn` declares for its action; consumes the effect.
  @usableFromInline
  static func takeProgram(of effect: inout Effect<Action>, cancelling ids: [EffectID]) -> EffectProgram<Action> {
    let program = Effect.takeProgram(of: &effect)
    return ids.isEmpty ? program : .sequence([.cancel(.ids(ids)), program])
  }
}
