/// The way in which a program claims a name.
package struct NameClaim: Hashable, Sendable {
  /// The rule for other effects of the name.
  package var policy: LaunchPolicy
  /// Whether the name is claimed only when something in the program begins.
  package var isLate = false
  /// Whether another name is inside, which is claimed together with this one.
  package let isFurther: Bool
  /// The policy that was given for this name inside.
  let inside: LaunchPolicy?
  /// The demand that cannot be met, if there is one.
  package var misuse: ModifierMisuse?

  /// Decides how a program claims a name, inside modifiers.
  ///
  /// A policy is for the name that was given last before it, else for the first one after it. All names of a program are
  /// claimed together, by what begins first in it, as each of them may refuse the program.
  package init(_ id: EffectID, for use: NameUse, of body: Program, inside modifiers: GivenModifiers) {
    let facts = body.facts(for: id)
    let given = modifiers.policy(of: id)
    let isHeldBack = modifiers.isThrottled
    isFurther = facts.hasName
    inside = facts.ownPolicy
    switch use {
    case .owner:
      policy = .concurrent
      isLate = isFurther
    case .debounce:
      policy = .replace
      // What a throttle refuses replaces nothing.
      isLate = isHeldBack || facts.isThrottled
      if let given = given ?? inside ?? facts.policy, given != .replace { misuse = .policyOfDebounce }
    case .throttle:
      // The operation that is held back before it decides by the policy.
      policy = .concurrent
      isLate = true
    case .former(let former, let isDebounced):
      let given = modifiers.ownPolicy(of: id) ?? former
      policy = isDebounced ? .replace : given ?? .replace
      isLate = true
      if isDebounced, given ?? .replace != .replace { misuse = .policyOfDebounce }
    case .name(let cancelInFlight):
      let asked = cancelInFlight.map { $0 ? LaunchPolicy.replace : .concurrent }
      policy = given ?? asked ?? inside ?? facts.policy ?? .replace
      isLate = isFurther || isHeldBack
    }
  }
}
