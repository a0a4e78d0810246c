/// The way of a child's actions, and to its state, in its parent: what moves the effects of a child into those of its parent.
///
/// ```swift
/// let lift = EffectLift(reading: { (list: List) in list.editor }, { ListAction.editor($0) })
/// return program.lifted(to: EffectScope("editor"), by: lift)
/// ```
///
/// Make it once, for all effects of the child.
public struct EffectLift<Action: Sendable, Parent: Sendable>: Sendable {
  let map: PartMap

  /// Creates a lift.
  ///
  /// - Parameters:
  ///   - part: Finds the child's state in the parent's, for ``Send/read(_:fileID:filePath:line:column:)``; `nil` if it is
  ///     absent, or another child's.
  ///   - embed: Makes the parent's action of one of the child's.
  public init<Whole, Part>(
    reading part: @escaping @MainActor @Sendable (Whole) -> Part?,
    _ embed: @escaping @Sendable (Action) -> Parent
  ) {
    map = .part(
      embed: { embed(typed($0)) },
      // One of another type stays as it is, for the issue that says so.
      find: { whole in
        guard let known = whole as? Whole else { return whole }
        return part(known)
      }
    )
  }
}

extension EffectProgram {
  /// The program of a child feature in its parent: moved into a scope, with its actions embedded in the parent's, and with
  /// effects that read the child's state.
  public func lifted<Parent: Sendable>(
    to scope: EffectScope,
    by lift: EffectLift<Action, Parent>
  ) -> EffectProgram<Parent> {
    isNone ? .none : EffectProgram<Parent>(program.mapped(lift.map), around: self).scoped(to: scope)
  }
}

/// The way of a part's actions, and to its state, in the whole that it is part of.
// Composed without closures, so that each level of a program takes one object.
@usableFromInline
package indirect enum PartMap: Sendable {
  /// Without `find` both have the same state.
  case part(embed: @Sendable (AnyAction) -> AnyAction, find: (@MainActor @Sendable (Any) -> Any?)?)
  case nested(PartMap, in: PartMap)

  /// Makes the whole's action of one of the part's.
  func embed(_ action: AnyAction) -> AnyAction {
    switch self {
    case .part(let embed, _): embed(action)
    case .nested(let inner, let outer): outer.embed(inner.embed(action))
    }
  }

  /// Finds the part's state in the whole's.
  @MainActor
  func find(_ whole: Any) -> Any? {
    switch self {
    case .part(_, let find?): find(whole)
    case .part(_, nil): whole
    case .nested(let inner, let outer): outer.find(whole).flatMap { inner.find($0) }
    }
  }
}
