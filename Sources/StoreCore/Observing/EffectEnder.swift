/// What has ended an effect before it was done: how, because of what, and where.
///
/// It is found when the effect ends, while the store has an observer, and is not kept.
public struct EffectEnder: Sendable {
  /// The ways to end an effect.
  public enum Way: Sendable {
    /// A cancel of names, which are given as the store knows them.
    case names([EffectID])
    /// A cancel of the names that satisfy a condition.
    case condition
    /// A cancel of all effects of the store, or of all in a scope if it was made there.
    case all
    /// A cancel of everything in a scope, which is given as the store knows it.
    case scope(EffectScope)
    /// The child that the effect's scope stands for has left the state.
    case departure
    /// A cancel of an ``EffectMark``.
    case mark
    /// A cancel of a ``SendHandle``.
    case handle
    /// A cancel of this effect alone, by a tool.
    case effect
    /// What the effect was launched for has ended, such as the child that a scoped store shows.
    case owner
    /// A newer effect took its place, as the policy of their name says; `nil` stands for a program of that name.
    case replacement(CancellationToken?)
    /// Its store was stopped, and may start again.
    case stop
    /// Its store has ended: it was deallocated, or stopped for good.
    case storeEnd
    /// An interceptor, as in a simulation.
    case interceptor
  }

  /// The way in which it was ended.
  public let way: Way
  /// The action or the effect of the store that ended it; `nil` if it was ended from outside.
  ///
  /// Of an effect that took its place, this is what launched that one.
  public let cause: EventCause?
  /// The action or the effect of another store that ended it, if one did.
  public let origin: EventOrigin?
  /// The place of the cancel, or of the send that led to the cancel or to the newer effect, if it is known.
  public let location: CallSite?

  init(_ way: Way, by caller: Caller) {
    self.way = way
    cause = caller.cause
    origin = caller.origin
    location = caller.location
  }
}

extension EffectEnder: CustomStringConvertible {
  /// The end of a sentence, such as "by a cancel of 'search', because of action 7, at App/Search.swift:12".
  public var description: String {
    let origin = origin.map(\.words) ?? cause?.words ?? ""
    return way.description + origin + (location.map { ", at \($0)" } ?? "")
  }
}

extension EffectEnder.Way: CustomStringConvertible {
  /// The way as the end of a sentence.
  public var description: String {
    switch self {
    case .names(let ids): "by a cancel of \(Self.list(ids))"
    case .condition: "by a cancel of the names that satisfy a condition"
    case .all: "by a cancel of all effects"
    case .scope(let scope): "by a cancel of the scope '\(scope)'"
    case .departure: "as its child has departed"
    case .mark: "by a cancel of a mark"
    case .handle: "by a cancel of a handle"
    case .effect: "by a cancel of this effect alone"
    case .owner: "as its owner has ended"
    case .replacement(let token?): "by effect #\(token.rawValue)"
    case .replacement(nil): "by a program of its name"
    case .stop: "as its store was stopped"
    case .storeEnd: "as its store has ended"
    case .interceptor: "by an interceptor"
    }
  }

  /// The number of names that a text shows.
  private static let shownCount = 4

  private static func list(_ ids: [EffectID]) -> String {
    guard !ids.isEmpty else { return "no name" }
    let names = ids.prefix(shownCount).map { "'\($0)'" }.joined(separator: ", ")
    return ids.count > shownCount ? "\(names) and \(ids.count - shownCount) others" : names
  }
}

extension EffectSelector {
  /// The way in which a cancel of the selected effects ends them, if it is made in a scope.
  func way(in scope: EffectScope?) -> EffectEnder.Way {
    switch kind {
    case .id(let id): id.isOwner ? .owner : .names([id.within(scope)])
    case .ids(let ids): .names(ids.map { $0.within(scope) })
    case .matching: .condition
    case .all: .all
    case .scope(let inner): .scope(inner.within(scope))
    case .departed: .departure
    case .marked: .mark
    }
  }
}

extension EffectID {
  fileprivate func within(_ scope: EffectScope?) -> EffectID { scope.map { scoped(within: $0) } ?? self }
}
