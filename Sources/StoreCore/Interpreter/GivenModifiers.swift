/// The modifiers that are given around a part of a program.
package struct GivenModifiers {
  /// The modifiers that reach the operations inside, the outermost first.
  private var all: [ProgramModifier] = []
  /// The index of the first one that was given to the part itself, and not to a sequence or a merge around it.
  private var ownStart = 0
  /// Whether the part itself was given its only name, to which the policies inside belong.
  private var hasName = false
  /// The names around the part that have taken the policies that were given for them inside.
  private var servedNames: [EffectID] = []

  package init() {}

  package var isEmpty: Bool { all.isEmpty && !hasName && servedNames.isEmpty }

  private var own: ArraySlice<ProgramModifier> { all[ownStart...] }

  package mutating func add(_ modifier: ProgramModifier) {
    if case .policy(_, let id) = modifier {
      // It is the policy of a name around, which has taken it.
      guard id.map({ !servedNames.contains($0) }) ?? !hasName else { return }
    }
    all.append(modifier)
  }

  /// The modifiers for the members of a composite program: each of its modifiers reaches them all.
  package var forMembers: GivenModifiers {
    var members = GivenModifiers()
    members.all = hasName ? all.filter { $0.policy == nil } : all
    members.ownStart = members.all.count
    return members
  }

  // MARK: Policies

  /// The outermost policy that was given after a name of the part, or for it: behind a throttle, whose name was given
  /// later, there are those that were given before that.
  package func policy(of id: EffectID) -> LaunchPolicy? {
    let start = startOfPolicies
    return all.indices.lazy.compactMap { index in
      guard case .policy(let policy, let name) = all[index], name.map({ $0 == id }) ?? (index >= start) else {
        return nil
      }
      return policy
    }.first
  }

  private var startOfPolicies: Int { own.lastIndex { $0.throttle != nil }.map { $0 + 1 } ?? 0 }

  /// The outermost policy that was given for no certain name.
  var policy: LaunchPolicy? { all.lazy.compactMap(\.policy).first }

  /// Notes that the part has a name, which has taken the policies that were given after it.
  ///
  /// - Parameters:
  ///   - id: The name.
  ///   - isOnly: Whether there is no name inside, so that the policies there belong to this one too.
  ///   - takesInside: Whether one was given for it inside.
  package mutating func giveName(_ id: EffectID, isOnly: Bool, takesInside: Bool = false) {
    let start = startOfPolicies
    removePolicies { index, name in name.map { $0 == id } ?? (index >= start) }
    hasName = hasName || isOnly
    if takesInside { servedNames.append(id) }
  }

  /// Leaves no policy for the part, whose only name has taken them.
  mutating func giveAllPolicies() {
    removePolicies { _, _ in true }
    hasName = true
  }

  /// The outermost policy that was given for a certain name.
  func ownPolicy(of id: EffectID) -> LaunchPolicy? { all.lazy.compactMap { $0.policy(of: id) }.first }

  mutating func takePolicies(of id: EffectID) -> LaunchPolicy? {
    defer { removePolicies { _, name in name == id } }
    return ownPolicy(of: id)
  }

  /// Moves the policy that was given for the name of a throttle to where the throttle finds it.
  mutating func giveThrottle(_ id: EffectID, inside: LaunchPolicy?) {
    guard let policy = takePolicies(of: id) ?? inside else { return }
    if inside != nil { servedNames.append(id) }
    all.insert(.policy(policy, of: nil), at: 0)
    ownStart += 1
  }

  /// Takes out the policies of all names but one.
  mutating func takePolicies(ofOtherNamesThan id: EffectID?) -> [ModifierMisuse] {
    let misuses = all.compactMap { modifier -> ModifierMisuse? in
      guard case .policy(_, let name?) = modifier, name != id else { return nil }
      return .policyOfOtherName(name)
    }
    if !misuses.isEmpty { removePolicies { _, name in name != nil && name != id } }
    return misuses
  }

  private mutating func removePolicies(where condition: (Int, EffectID?) -> Bool) {
    for index in all.indices.reversed() {
      guard case .policy(_, let name) = all[index], condition(index, name) else { continue }
      all.remove(at: index)
      if index < ownStart { ownStart -= 1 }
    }
  }

  /// Removes and returns the part's outermost throttle, with the policy that was given after it.
  mutating func takeThrottle() -> (throttle: Throttle, policy: LaunchPolicy?)? {
    guard let index = own.firstIndex(where: { $0.throttle != nil }), let throttle = all[index].throttle else {
      return nil
    }
    let policy = all[..<index].lazy.compactMap(\.policy).first
    all.remove(at: index)
    removePolicies { position, name in position < index && name == nil }
    return (throttle, policy)
  }

  // MARK: What is given

  package var isThrottled: Bool { own.contains { $0.throttle != nil } }

  /// Whether the part begins later.
  var haveWait: Bool {
    own.contains { modifier in
      switch modifier {
      case .throttle: true
      case .operation(let modifier): modifier is Delay || modifier is Debounce
      case .options, .policy, .onCancel, .onRefused: false
      }
    }
  }

  /// The demands made on an action that only an operation can meet.
  var misusesOfAction: [ModifierMisuse] {
    var misuses: Set<ModifierMisuse> = []
    for modifier in own {
      switch modifier {
      case .operation(is Timeout): misuses.insert(.timeoutOfAction)
      case .operation(is Retry): misuses.insert(.retryOfAction)
      case .policy(let policy, nil) where policy.isLimit && !hasName: misuses.insert(.policyWithoutName)
      default: break
      }
    }
    return [.timeoutOfAction, .retryOfAction, .policyWithoutName].filter(misuses.contains)
  }

  /// Removes and returns the part's outermost modifier of a kind.
  mutating func take<Modifier>(_ kind: (ProgramModifier) -> Modifier?) -> Modifier? {
    for index in own.indices {
      guard let modifier = kind(all[index]) else { continue }
      all.remove(at: index)
      return modifier
    }
    return nil
  }

  // MARK: Operations

  /// The operation with all modifiers applied, the innermost first.
  package func applied(to operation: EffectOperation) -> EffectOperation {
    var operation = operation
    // The policy of an operation without a name belongs to the name around it, if there is one.
    if hasName, operation.id == nil, operation.options.policy != nil {
      operation = operation.with { $0.options.policy = nil }
    }
    return all.reversed().reduce(operation) { $0.modified(by: $1) }
  }

  /// An operation that does nothing, before a program with these modifiers.
  ///
  /// It has the task options and the answer to a cancel, but no limit, repetition or delay, unless that is its purpose.
  /// With `isDelayed` it stands for the program, and has all of them.
  func operationInFront(isDelayed: Bool = false, throttle: Throttle? = nil) -> EffectOperation {
    applied(to: EffectOperation(body: .run { _ in })).with { parts in
      if let throttle { parts.options.id = throttle.id }
      parts.throttle = throttle
      guard !isDelayed else { return }
      parts.modifiers = []
      if throttle == nil { parts.options.policy = nil }
    }
  }

  /// An operation that does nothing, under a name, for whose policy it waits in front of a program.
  func operationInFront(of body: Program, id: EffectID, policy: LaunchPolicy) -> EffectOperation {
    operationInFront().with {
      $0.options.id = id
      $0.options.policy = policy
      if $0.answers?.onRefused == nil, let answer = body.refusalAnswer {
        $0.answers = EffectAnswers(onCancel: $0.answers?.onCancel, onRefused: answer)
      }
    }
  }
}

extension ProgramModifier {
  /// The policy, if it is for no certain name.
  var policy: LaunchPolicy? { if case .policy(let policy, nil) = self { policy } else { nil } }

  /// The policy, if it is for a certain name.
  func policy(of id: EffectID) -> LaunchPolicy? { if case .policy(let policy, id) = self { policy } else { nil } }

  /// Whether an operation can be changed by it at once: it may still get the name that a policy is for.
  func applies(to operation: EffectOperation) -> Bool {
    if case .policy(_, let id?) = self { operation.id == id } else { true }
  }

  var throttle: Throttle? { if case .throttle(let throttle) = self { throttle } else { nil } }

  var debounce: Debounce? { if case .operation(let modifier) = self { modifier as? Debounce } else { nil } }
}

extension GivenModifiers {
  /// Leaves the policies to the parts of a program that a name does not take.
  mutating func giveName(_ id: EffectID, for use: NameUse, _ claim: NameClaim) {
    switch use {
    case .owner: break
    case .throttle: giveThrottle(id, inside: claim.inside)
    case .former: _ = takePolicies(of: id)
    case .name, .debounce: giveName(id, isOnly: !claim.isFurther, takesInside: claim.inside != nil)
    }
  }
}
