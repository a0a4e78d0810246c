public import StoreCore

/// The ids with which a reducer lifts the children of a state, for a check of those that scopes are given.
///
/// An engine whose reducers lift children returns them as its store's ``ScopableStore/liftedChildren``.
@MainActor
public protocol LiftedChildren: AnyObject, Sendable {
  /// The ids with which the part at a key path is lifted; none if it is not lifted, or by closures.
  func ids(of keyPath: AnyKeyPath) -> [EffectID]

  /// The lifted children of the child whose effects are in a scope, with or without the id of an element; `nil` if no
  /// lift has made the scope.
  func children(in scope: ArraySlice<EffectID>) -> (any LiftedChildren)?
}

/// The effects of a part of a state, as those of a scope.
@usableFromInline
struct PartEffects {
  /// The scope that they are in; `nil` for those of the whole.
  let scope: EffectScope?
  /// The children that the part's own reducer lifts, if that is known.
  let children: (any LiftedChildren)?

  /// The effects of the part with an id of its own.
  func appending(_ id: some Hashable & Sendable) -> PartEffects {
    PartEffects(scope: scope?.appending(EffectID(id)), children: children)
  }
}

extension ScopableStore {
  /// The effects of a part with an id, which is checked, or with the one of its lift; the state is checked too.
  ///
  /// Effects may be put into scopes without a lift, so that an id is a mistake only if the same part is lifted with
  /// another one.
  ///
  /// - Parameters:
  ///   - id: The id that a scope is given.
  ///   - keyPath: The path to the part; `nil` if a function finds it.
  ///   - location: The place where the scope is made.
  /// - Returns: The effects in that scope.
  @usableFromInline
  func effects(
    _ id: (some Hashable & Sendable)?,
    of keyPath: AnyKeyPath? = nil,
    at location: CallSite
  ) -> PartEffects {
    StateSlices.requireValue(State.self)
    guard let lifted = liftedChildren else { return PartEffects(scope: id.map { EffectScope($0) }, children: nil) }
    let ids = keyPath.map { lifted.ids(of: $0) } ?? []
    // Of a part that is lifted twice, it is not known which child is meant.
    guard let scope = id.map({ EffectScope($0) }) ?? (ids.count == 1 ? EffectScope(ids[0]) : nil) else {
      return PartEffects(scope: nil, children: nil)
    }
    let parts = scope.parts
    if let keyPath, !ids.isEmpty, !ids.contains(parts[0]) { reportOther(parts[0], keyPath, ids, at: location) }
    return PartEffects(scope: scope, children: lifted.children(in: parts[...]))
  }

  private func reportOther(_ id: EffectID, _ keyPath: AnyKeyPath, _ ids: [EffectID], at location: CallSite) {
    // Once: a view makes its scopes each time that it is made.
    guard slices.reportedIDs[keyPath, default: []].insert(id).inserted else { return }
    let lifted = ids.map { "'\($0)'" }.joined(separator: " and ")
    runtime.report(
      .otherScopeID(id),
      """
      Made a scope of '\(keyPath)' with the id '\(id)', but its child is lifted with \(lifted).

      The scope finds, counts and cancels none of the child's effects.

      Give the scope the id of the lift.
      """,
      at: location
    )
  }
}

extension CallSite {
  /// The place of a call that is given as its file and its line.
  @usableFromInline
  init(_ fileID: StaticString, _ line: UInt) {
    self.init(fileID: fileID, filePath: fileID, line: line, column: 1)
  }
}
