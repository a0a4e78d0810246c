public import StoreCore

/// The ids with which a reducer lifts the children of a state, for their scopes.
///
/// An engine whose reducers lift children returns them by ``ScopableStore/liftedChildren(of:)``.
@MainActor
public protocol LiftedChildren: AnyObject, Sendable {
  /// The ids with which the part at a key path is lifted; none if it is not lifted.
  func ids(of keyPath: AnyKeyPath) -> [EffectID]

  /// The lifted children of the child that is lifted with an id; `nil` if there is none.
  func children(of id: EffectID) -> (any LiftedChildren)?
}

/// The effects of a part of a state, as those of a scope.
@usableFromInline
struct PartEffects {
  /// The scope that they are in; `nil` for those of the whole.
  let scope: EffectScope?
  /// The children that the part's own reducer lifts, if that is known.
  let children: (any LiftedChildren)?

  /// The effects of the part with an id of its own, which is made only if they are in a scope.
  func appending(_ id: @autoclosure () -> EffectID) -> PartEffects {
    PartEffects(scope: scope.map { $0.appending(id()) }, children: children)
  }
}

extension ScopableStore {
  /// The effects of a part with an id, which is checked, or with the one of its lift; the state is checked too.
  ///
  /// Effects may be put into scopes without a lift, so that an id is a mistake only if the same part is lifted with
  /// another one.
  ///
  /// - Parameters:
  ///   - id: The id that the scope is given.
  ///   - keyPath: The path to the part.
  ///   - location: The place where the scope is made.
  /// - Returns: The effects in that scope.
  @usableFromInline
  func effects(
    _ id: EffectID?,
    of keyPath: AnyKeyPath,
    at location: CallSite = .unknown
  ) -> PartEffects {
    StateSlices.requireValue(State.self)
    guard let lifted = Self.liftedChildren(of: self) else {
      return PartEffects(scope: id.map { EffectScope($0) }, children: nil)
    }
    let ids = lifted.ids(of: keyPath)
    // Of a part that is lifted twice, it is not known which child is meant.
    guard let own = id ?? (ids.count == 1 ? ids[0] : nil) else { return PartEffects(scope: nil, children: nil) }
    let children = lifted.children(of: own)
    if !ids.isEmpty, !ids.contains(own) {
      reportOther(own, isLifted: children != nil, keyPath, ids, at: location)
    }
    return PartEffects(scope: EffectScope(own), children: children)
  }

  private func reportOther(
    _ id: EffectID,
    isLifted: Bool,
    _ keyPath: AnyKeyPath,
    _ ids: [EffectID],
    at location: CallSite
  ) {
    // Once: a view makes its scopes each time that it is made.
    guard slices.reportedIDs[keyPath, default: []].insert(id).inserted else { return }
    let lifted = ids.map { "'\($0)'" }.joined(separator: " and ")
    let found = isLifted ? "the effects of the child that is lifted with '\(id)'" : "none of the child's effects"
    runtime.report(
      .otherScopeID(id),
      """
      Made a scope of '\(keyPath)' with the id '\(id)', but its child is lifted with \(lifted).

      The scope shows the state of '\(keyPath)', and finds, counts and cancels \(found). Its actions go to the child that \
      they are embedded for.

      Scope the 'Child' or 'ChildList' that the reducer lifts, so that the part, the id and the actions are one child's.
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
