/// The effects inside a composition, for an engine whose effects are an enumeration: a list that bounds its nesting.
///
/// An effect that is nested without a bound could exhaust a thread's stack when it is released. So a list that would
/// have more than ``EffectLimits/nesting`` levels, and one around it, has the members of its deepest effect instead of
/// its own. Its effect is dropped, with an issue, when it is to run; see
/// ``EffectProgram/translating(_:parts:program:)``.
public struct EffectMembers<Effect: Sendable>: RandomAccessCollection, Sendable {
  /// The effects, in order.
  public let array: [Effect]
  /// The number of levels, this one included.
  @usableFromInline let depth: Int

  /// Creates the members of an effect.
  ///
  /// - Parameters:
  ///   - effects: The effects, in order.
  ///   - members: The members of an effect; `nil` if it is not a composition.
  @inlinable
  public init(_ effects: [Effect], members: (Effect) -> EffectMembers?) {
    var deepest: EffectMembers?
    for effect in effects {
      if let members = members(effect), members.depth > deepest?.depth ?? 0 { deepest = members }
    }
    if let deepest, deepest.isTooDeep {
      self = deepest
    } else {
      array = effects
      depth = (deepest?.depth ?? 0) + 1
    }
  }

  /// Whether there are more than ``EffectLimits/nesting`` levels, so that nothing of the effect runs.
  @inlinable public var isTooDeep: Bool { depth > EffectLimits.nesting }

  /// The position of the first effect.
  @inlinable public var startIndex: Int { array.startIndex }

  /// The position behind the last effect.
  @inlinable public var endIndex: Int { array.endIndex }

  /// The effect at a position.
  @inlinable public subscript(position: Int) -> Effect { array[position] }
}
