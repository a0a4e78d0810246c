/// A program that is known by a name as a whole.
@usableFromInline
// Sendable: the body is, and is changed by its last owner alone; the others are constants.
package final class NamedProgram<Action: Sendable>: ProgramPart, @unchecked Sendable {
  package private(set) var body: EffectProgram<Action>
  package let id: EffectID
  /// What the name is for.
  package let use: NameUse
  let facts: ProgramFacts

  init(_ body: EffectProgram<Action>, id: EffectID, use: NameUse) {
    self.body = body
    self.id = id
    self.use = use
    facts = body.facts
  }

  deinit {
    dismantle()
  }

  override func takeParts(into parts: inout [ProgramPart]) {
    body.addPart(to: &parts)
    body = .none
  }
}

/// What a name around a program is for.
package enum NameUse: Hashable, Sendable {
  /// To find, cancel and replace the program.
  ///
  /// Whether it cancels what is in flight; `nil` leaves that to its policy, and is to replace without one.
  case name(cancelInFlight: Bool?)
  /// The program waits until there was no newer one of the name for a while.
  case debounce
  /// The program begins at most once in an interval.
  case throttle
}

/// How a named program takes its name.
package struct NameClaim: Hashable, Sendable {
  /// What happens to others of the name.
  package var policy: LaunchPolicy
  /// Whether that happens no sooner than something in the program begins.
  package var isLate = false
  /// Whether the policies around and inside are the whole's, and not those of its parts.
  package var isWhole = false
  /// What was asked for that cannot be done.
  package var misuse: ModifierMisuse?
}

extension NamedProgram {
  /// How it takes its name, inside of some modifiers.
  ///
  /// The first name of a program is the one that its policy is for. Each further name is shared, or taken from others,
  /// once the program begins: it may be refused.
  package func claim(inside modifiers: Chain<ProgramModifier<Action>>?) -> NameClaim {
    let given = modifiers?.policy() ?? nil
    let isHeldBack = modifiers?.isGiven { if case .throttle = $0 { true } else { false } } ?? false
    switch use {
    case .debounce:
      let policy = facts.hasName ? nil : given ?? facts.policy
      let isIgnored = policy.map { $0 != .replace } ?? false
      return NameClaim(
        policy: .replace,
        // What a throttle refuses takes nobody's place.
        isLate: isHeldBack || facts.isThrottled,
        isWhole: !facts.hasName,
        misuse: isIgnored ? .policyOfDebounce : nil
      )
    case .throttle:
      // What is held back in front decides by the policy.
      return NameClaim(policy: .concurrent, isLate: true)
    case .name(let cancelInFlight):
      let asked = cancelInFlight.map { $0 ? LaunchPolicy.replace : .concurrent }
      guard !facts.hasName, !isHeldBack else { return NameClaim(policy: asked ?? .replace, isLate: true) }
      return NameClaim(policy: given ?? asked ?? facts.policy ?? .replace, isWhole: true)
    }
  }

  /// Whether policies inside have to be kept from the parts of the whole.
  package var hasPolicyInside: Bool { facts.policy != nil }
}
