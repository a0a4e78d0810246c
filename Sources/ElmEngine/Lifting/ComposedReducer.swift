public import StoreCore

/// A reducer that children's reducers can be lifted into, and that can itself be lifted into a parent's.
///
/// ```swift
/// let row = ComposedReducer { (row: inout Row, action: RowAction) in … }
///
/// let rows = ChildList(\Table.rows, id: "rows", embed: TableAction.row) { action in
///   if case .row(let id, let action) = action { (id, action) } else { nil }
/// }
///
/// let table = ComposedReducer { (table: inout Table, action: TableAction) in
///   switch action {
///   case .delete(let id): table.rows[id] = nil
///   case .row: break
///   }
///   return .none
/// }
/// .lifting(row, at: rows)
///
/// let store = Store(initialState: Table(), reducer: table)
/// ```
///
/// A child's part of the state is changed in place. Its effects belong to the child: their names are separate from its
/// parent's and from other instances'. When the child leaves the state they are all cancelled before `send` returns,
/// with or without a name, running or waiting, and nothing they still send is handled. A child that one action removes
/// and puts back has not left.
///
/// **Order.** For each action of a child, the child's reducer comes first; then its parent sees the same action with
/// the child's new state. Effects that leave with their child are cancelled before those of the action start: first the
/// child's, then the parent's. An effect that a child returns for the action that removes it never starts. If a child's
/// own reducer changes its id, the effect of an optional child starts as the new child's; an element's never starts.
///
/// **Absent children.** An action for an absent child does not reach the child; its parent still sees it. The store
/// reports it as a `RuntimeIssue`, and ``reduce(_:_:)`` throws it. The actions that handlers of ``Effect/onCancel(_:)``
/// return for effects of a child that left are dropped.
///
/// **Scopes.** Effects of a lift are in the scope of its child's `id`; an element's are in the scope of its own id inside that
/// one. A parent can cancel them by `.cancel(.scope(rows.scope))`, or those of one row by
/// `.cancel(.scope(rows.scope(of: 7)))`, and ask for them by the names that `EffectID.scoped(to:)`
/// makes. A child that cancels by name, by condition or by `.all` cancels only its own effects and its children's.
///
/// - Complexity: An action costs a call for each level above the child that it is for, and no allocation if there is no
///   effect. While children have effects, an action also costs O(1), at each level that it passes, for each lift there
///   and below that some of them belong to, for any number of children: a list is only searched if the action's own
///   reducers have changed it. Then it is copied once, because they change it while its former value is kept. A lift
///   whose children are always present, as are theirs, costs nothing.
public struct ComposedReducer<State, Action: Sendable>: Sendable {
  /// A reducer that changes the state in place and returns an effect.
  public typealias Reduce = @MainActor (inout State, Action) -> Effect<Action>

  /// A reducer that returns a program, given all lifts of its level.
  // A program is one word, which each level returns in a register; an effect is five.
  @usableFromInline typealias Stage =
    @MainActor (inout State, Action, inout ReducerContext, Lifts<State>)
    -> EffectProgram<Action>

  /// The reducer that it was created with, while there are no children.
  @usableFromInline let own: Reduce?
  @usableFromInline let stage: Stage
  @usableFromInline let lifts: Lifts<State>
  /// The children that get a first action, by their lifts.
  @usableFromInline var appearances: [Appearance<State, Action>] = []

  /// Creates a reducer without children that changes the state in place.
  @inlinable
  public init(_ reduce: @escaping Reduce) {
    self.init(
      own: reduce,
      stage: { state, action, context, lifts in
        let remembered = context.watch(lifts, in: state)
        var effect = reduce(&state, action)
        context.compare(consume remembered, with: state)
        return effect.isNone ? .none : Effect.takeProgram(of: &effect)
      },
      lifts: Lifts()
    )
  }

  /// Creates a reducer without children from a pure one.
  ///
  /// The reducer owns the state that it gets, like a ``Store``'s.
  @_disfavoredOverload  // Tried after the `inout` one, so that the compiler reports a mistake in a closure.
  @inlinable
  public init(_ reduce: @escaping @MainActor (consuming State, Action) -> (State, Effect<Action>)) {
    self.init { (state: inout State, action: Action) in
      // Nothing between moving the state out and back in can throw, so it is whole whenever it is read.
      withUnsafeMutablePointer(to: &state) { pointer in
        let (newState, effect) = reduce(pointer.move(), action)
        pointer.initialize(to: newState)
        return effect
      }
    }
  }

  @inlinable
  init(own: Reduce?, stage: @escaping Stage, lifts: Lifts<State>) {
    self.own = own
    self.stage = stage
    self.lifts = lifts
  }

  // MARK: Running

  /// Handles an action, children's included, for a unit test.
  ///
  /// ```swift
  /// let effect = try album.reduce(&state, .delete(1))
  /// ```
  ///
  /// Without children the result is the reducer's own effect, otherwise an ``Effect/program(_:)`` or `none`. It does
  /// not cancel the effects of children that leave; a store does. This function throws so that a reducer's closure,
  /// which cannot, does not return its result: use ``wrapping(_:)`` to do something before, after or instead of a
  /// reducer, and a lift to run a child's.
  ///
  /// - Throws: The error of an action for a child that is not in the state, once the other reducers have seen it; the
  ///   first of several.
  @MainActor
  @inlinable
  public func reduce(_ state: inout State, _ action: Action) throws(AbsentChildError) -> Effect<Action> {
    if let own { return own(&state, action) }
    var context = ReducerContext(effects: nil)
    let program = run(&state, action, &context)
    if let absence = context.absences.first { throw absence }
    return program.isNone ? .none : .program(program)
  }

  @MainActor
  @inlinable
  func run(_ state: inout State, _ action: Action, _ context: inout ReducerContext) -> EffectProgram<Action> {
    guard appearances.isEmpty else { return run(&state, action, &context, lifts, noting: appearances[...]) }
    return stage(&state, action, &context, lifts)
  }

  /// Handles an action of a child whose effects are in a scope.
  ///
  /// Its parent sees which children appear in it, but not in an element of a list.
  @MainActor
  @inlinable
  func run(
    _ state: inout State,
    _ action: Action,
    _ context: inout ReducerContext,
    in scope: @autoclosure () -> EffectScope,
    isElement: Bool = false
  ) -> EffectProgram<Action> {
    let outer = context.scope
    let isScoped = context.effects != nil && lifts.mayLoseChildren
    if isScoped { context.scope = scope().within(outer) }
    defer { if isScoped { context.scope = outer } }
    return isElement ? run(&state, action, &context) : stage(&state, action, &context, lifts)
  }

  // MARK: Questions

  /// Whether a scope's child is in the state; `true` for a scope that no lift has made.
  ///
  /// - Complexity: The cost of finding the lift, O(lifts), and the child, at each level of the scope.
  @MainActor
  @inlinable
  public func contains(_ scope: EffectScope, in state: borrowing State) -> Bool {
    absentScopes(of: [scope], in: state).isEmpty
  }

  /// The scopes whose children are not in the state.
  ///
  /// - Complexity: O(elements and scopes) for scopes in one array, and O(lifts) for each.
  @MainActor
  @inlinable
  func absentScopes(of scopes: [EffectScope], in state: borrowing State) -> [EffectScope] {
    var absent: [EffectScope] = []
    lifts.ask(state, scopes.map { ScopeQuestion($0, path: $0.parts[...]) }, &absent)
    return absent
  }

  // MARK: Composing

  /// The reducer with one more lift.
  @inlinable
  func adding(
    _ id: EffectID,
    _ fileID: StaticString,
    _ line: UInt,
    mayLoseChildren: Bool = true,
    part: LiftedPart,
    ask: @escaping Lift<State>.Ask,
    watch: @escaping Lift<State>.Watch,
    stage: @escaping Stage
  ) -> ComposedReducer {
    let lift = Lift(id: id, mayLoseChildren: mayLoseChildren, part: part, ask: ask, watch: watch)
    var reducer = ComposedReducer(own: nil, stage: stage, lifts: lifts.adding(lift, fileID, line))
    reducer.appearances = appearances
    return reducer
  }

  /// The program of a child and that of its parent, for one action.
  @inlinable
  static func both(
    _ first: EffectProgram<Action>,
    _ second: EffectProgram<Action>
  ) -> EffectProgram<Action> {
    if second.isNone { return first }
    return first.isNone ? second : .merge([first, second])
  }
}
