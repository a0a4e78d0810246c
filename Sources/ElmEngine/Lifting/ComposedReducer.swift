public import StoreCore

/// A reducer that children's reducers can be lifted into, and that can itself be lifted into a parent's.
///
/// ```swift
/// let row = ComposedReducer<Row, RowAction> { row, action in … }
///
/// let table = ComposedReducer<Table, TableAction> { table, action in
///   switch action {
///   case .delete(let id): table.rows[id] = nil
///   case .row: break
///   }
///   return .none
/// }
/// .lifting(each: row, id: "rows", state: \.rows) { action in
///   if case .row(let id, let action) = action { (id, action) } else { nil }
/// } embed: { id, action in
///   .row(id, action)
/// }
///
/// let store = Store(initialState: Table(), reducer: table)
/// ```
///
/// A child's part of the state is changed in place. Its effects belong to the child: their names are apart from those
/// of its parent and of other instances, and when the child leaves the state they are all cancelled before `send`
/// returns, with or without a name, running or waiting, and nothing they still send is handled. A child that one
/// action takes out and puts back has not left.
///
/// **Order.** For each action of a child, the child's reducer comes first; then its parent sees the same action with
/// the child's new state. Effects that leave with their child are cancelled before those of the action start: first
/// the child's, then the parent's. What a child returns in the action that takes it out never starts.
///
/// **Absent children.** An action for a child that is not there does not reach the child; its parent still sees it. The
/// store reports it as a `RuntimeIssue`.
/// The actions that handlers of ``Effect/onCancel(_:)`` return for effects of a child that left are dropped.
///
/// **Scopes.** Effects of a lift are in the scope of its `id`, those of an element in the scope of its own id inside
/// that one. A parent can cancel them by `.cancel(.scope("rows"))`, or those of one row by
/// `.cancel(.scope(EffectScope("rows").appending(7)))`, and ask for them by the names that `EffectID.scoped(to:)` makes.
/// What a child cancels by name, by condition or by `.all` is its own and its children's.
///
/// - Complexity: an action costs a call for each level above the child that it is for, and no allocation if there is
///   no effect. After an action, each scope with running or waiting effects is looked for in the state: with no such
///   scope that is one load.
public struct ComposedReducer<State, Action: Sendable>: Sendable {
  /// A reducer that changes the state in place and returns an effect.
  public typealias Reduce = @MainActor (inout State, Action) -> Effect<Action>

  /// A reducer that returns a program.
  // One word, which comes back through each level in a register; an effect is five.
  @usableFromInline typealias Body = @MainActor (inout State, Action) -> EffectProgram<Action>

  /// Whether the rest of a scope's path, after the part of a lift, is in the state.
  @usableFromInline typealias Presence = @MainActor (borrowing State, ArraySlice<EffectID>) -> Bool

  /// The reducer that it was created with, while there are no children.
  @usableFromInline let own: Reduce?
  @usableFromInline let body: Body
  @usableFromInline let children: [EffectID: Presence]

  /// Creates a reducer without children that changes the state in place.
  @inlinable
  public init(_ reduce: @escaping Reduce) {
    self.init(
      own: reduce,
      body: { state, action in
        let effect = reduce(&state, action)
        return effect.isNone ? .none : effect.program
      },
      children: [:]
    )
  }

  /// Creates a reducer without children from a pure one.
  ///
  /// The reducer gets the state as its own, as that of a ``Store`` does.
  @inlinable
  public init(_ reduce: @escaping @MainActor (consuming State, Action) -> (State, Effect<Action>)) {
    self.init { (state: inout State, action: Action) in
      withUnsafeMutablePointer(to: &state) { pointer in
        // Moved out and in again with nothing between that could throw: the state is whole when it is seen again.
        let (newState, effect) = reduce(pointer.move(), action)
        pointer.initialize(to: newState)
        return effect
      }
    }
  }

  @inlinable
  init(own: Reduce?, body: @escaping Body, children: [EffectID: Presence]) {
    self.own = own
    self.body = body
    self.children = children
  }

  /// Handles an action, children's included.
  ///
  /// Without children the effect is that of the reducer itself; else it is an ``Effect/program(_:)``.
  @MainActor
  @inlinable
  public func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    if let own { return own(&state, action) }
    let program = body(&state, action)
    return program.isNone ? .none : .program(program)
  }

  /// Whether the child that a scope stands for is in the state; `true` for a scope that no lift has made.
  ///
  /// - Complexity: what it costs to find the child, at each level of the scope.
  @MainActor
  @inlinable
  public func contains(_ scope: EffectScope, in state: borrowing State) -> Bool {
    contains(scope.parts[...], in: state)
  }

  @MainActor
  @inlinable
  func contains(_ path: ArraySlice<EffectID>, in state: borrowing State) -> Bool {
    guard let part = path.first, let child = children[part] else { return true }
    return child(state, path.dropFirst())
  }

  /// The reducer with one more lift.
  @inlinable
  func adding(_ id: EffectID, isPresent: @escaping Presence, body: @escaping Body) -> ComposedReducer {
    precondition(
      children[id] == nil,
      """
      Lifted two children with the id '\(id)' into one reducer.

      Their effects could not be told apart.

      Give each lift an id of its own.
      """
    )
    var children = children
    children[id] = isPresent
    return ComposedReducer(own: nil, body: body, children: children)
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
