public import StoreCore

extension ComposedReducer {
  /// Does something before, after or instead of the reducer: for undo, logging, analytics and the like.
  ///
  /// ```swift
  /// let undoable = editor.wrapping { editor, action, inner in
  ///   switch action {
  ///   case .undo:
  ///     guard let last = editor.history.popLast() else { return .none }
  ///     editor.document = last
  ///     return .none
  ///   default:
  ///     let last = editor.document
  ///     let effect = inner(&editor, action)
  ///     if editor.document != last { editor.history.append(last) }
  ///     return effect
  ///   }
  /// }
  /// ```
  ///
  /// The children stay children: their effects keep their scopes, and end when their child leaves, whether `inner` or
  /// the wrapper removes it. `inner` is this reducer, children included. It may be called with another action, more
  /// than once, or not at all; its effects start if the wrapper returns them. Children that are lifted into the result
  /// handle their actions before the wrapper.
  ///
  /// - Parameter wrap: Takes the state, the action and the reducer, and returns the action's effect.
  /// - Returns: The wrapped reducer.
  @inlinable
  public func wrapping(
    _ wrap:
      @escaping @MainActor (inout State, Action, _ inner: (inout State, Action) -> Effect<Action>)
      -> Effect<Action>
  ) -> ComposedReducer {
    let inner = stage
    var reducer = ComposedReducer(
      own: nil,
      stage: { state, action, context, lifts in
        var remembered = context.watch(lifts, in: state)
        let effect = wrap(&state, action) { state, action in
          // The remembered values are released meanwhile, so that the reducer changes its children in place.
          context.compare(remembered, with: state)
          remembered = nil
          let program = inner(&state, action, &context, lifts)
          remembered = context.watch(lifts, in: state)
          return program.isNone ? .none : .program(program)
        }
        context.compare(consume remembered, with: state)
        return effect.isNone ? .none : effect.program
      },
      lifts: lifts
    )
    // Around the wrapper, which may put a child back.
    reducer.appearances = appearances
    return reducer
  }
}
