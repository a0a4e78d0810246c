/// The effects that a store runs after it has handled an action, into which the effects of every engine are translated.
///
/// A program is a value. Nothing happens until an engine returns it from a handler.
///
/// ```swift
/// EffectProgram<Action>.sequence([
///   .cancel(.id("search")),
///   .task(EffectOptions(id: "search")) { .found(try await search(text)) },
/// ])
/// ```
///
/// Programs can be nested to ``EffectLimits/nesting`` levels; a deeper one becomes an issue. A sequence or a
/// merge can have any number of members. Mapping, moving or modifying a program costs O(1), however large it is.
public struct EffectProgram<Action: Sendable>: Sendable {
  @usableFromInline package let program: Program
  /// The number of levels of programs nested inside it; the greatest integer for one that was refused as too deep.
  @usableFromInline let depth: Int

  @inlinable
  package init(_ program: Program) {
    self.program = program
    depth = 0
  }

  /// Creates a program around others, of which `deepest` has the most levels.
  init<Other>(_ program: Program, around deepest: EffectProgram<Other>) {
    guard !program.isNone else {
      self.init(program)
      return
    }
    // A part that was refused stands for the whole, so that nothing of it runs.
    guard !deepest.isTooDeep else {
      self.init(deepest.program, depth: deepest.depth)
      return
    }
    // Dropped here, at the first level too many: releasing a deeper one later could exhaust a stack.
    guard deepest.depth < EffectLimits.nesting else {
      self = .tooDeep
      return
    }
    self.init(program, depth: deepest.depth + 1)
  }

  init(_ program: Program, depth: Int) {
    self.program = program
    self.depth = depth
  }

  /// The program that does nothing, and costs nothing.
  @inlinable public static var none: EffectProgram { EffectProgram(.none) }

  /// Whether there is nothing to do.
  @inlinable public var isNone: Bool { program.isNone }

  /// The program moved into a scope, so that instances of a child feature are kept apart.
  ///
  /// Everything in the program belongs to the scope: operations with and without a name, members of sequences that
  /// start later, and what an error handler inside returns. Selectors apply to the scope as well:
  ///
  /// - ``EffectSelector/id(_:)-(EffectID)`` and ``EffectSelector/ids(_:)`` select by the names of the scope itself.
  /// - ``EffectSelector/all`` selects all effects of the scope and of those nested in it, and none outside.
  /// - ``EffectSelector/matching(_:)`` is asked about the same effects, with their names as seen from the scope.
  /// - ``EffectSelector/scope(_:)-(EffectScope)`` selects a scope nested in this one.
  ///
  /// Outside the scope its effects are known by ``EffectID/scoped(to:)`` and
  /// ``EffectSelector/scope(_:)-(EffectScope)``. Scopes nest, the outer one applied last. A scope is any hashable
  /// value, or an ``EffectScope`` of several parts.
  ///
  /// Where scopes stand for children, nothing of the program starts, and no issue is reported, if the child of the
  /// scope is not in the state or cannot exist: the parts of a scope are compared by type and value, as names are.
  public func scoped(to scope: some Hashable & Sendable) -> EffectProgram {
    isNone ? self : EffectProgram(.scoped(program, EffectScope(scope)), around: self)
  }

  /// The program of a child feature in its parent: moved into a scope, with its actions embedded in the parent's.
  ///
  /// It combines ``map(_:)`` and ``scoped(to:)``: its effects read the parent's state; see ``lifted(to:by:)``.
  public func lifted<Parent: Sendable>(
    to scope: EffectScope,
    _ embed: @escaping @Sendable (Action) -> Parent
  ) -> EffectProgram<Parent> {
    isNone ? .none : map(embed).scoped(to: scope)
  }

  /// The same program for another type of action.
  ///
  /// Names, order and cancellation are kept. `transform` is called once for each action, off the main actor for actions
  /// that an operation sends. However often a program is mapped, each operation is wrapped once, when it starts.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> EffectProgram<Other> {
    guard !isNone else { return .none }
    let map = PartMap.part(embed: { transform(typed($0)) }, find: nil)
    return EffectProgram<Other>(program.mapped(map), around: self)
  }
}

/// Gives an action its type back.
func typed<Action>(_ action: AnyAction) -> Action {
  // A store takes only actions of its own type, and so does each map of a program.
  action as! Action
}
