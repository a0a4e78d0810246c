/// A part of a program taken out of the scopes and the modifiers around it, and the sum of these.
package struct OpenedProgram {
  package private(set) var program: Program
  /// The scope that the program is in.
  package private(set) var scope: EffectScope?
  package private(set) var modifiers: GivenModifiers
  /// The marks of the action whose program it is.
  private(set) var marks: [EffectMark] = []

  /// Opens a program that already has a scope and modifiers around it.
  package init(_ program: Program, scope: EffectScope? = nil, modifiers: GivenModifiers = GivenModifiers()) {
    self.program = program
    self.scope = scope
    self.modifiers = modifiers
    while true {
      // The name of a throttle belongs to the scope in which it was given: take it before a scope inside is opened.
      guard !self.program.hasScope || !self.modifiers.isThrottled else { return }
      switch self.program {
      case .modified(let body, let modifier):
        self.modifiers.add(modifier)
        self.program = body
      case .scoped(let body, let inner):
        self.scope = inner.within(self.scope)
        self.program = body
      case .mapped(let body, let transform):
        self.program = body.outermostMapped(transform)
      case .marked(let body, let mark):
        marks.append(mark)
        self.program = body
      case .none, .emit, .call, .cancel, .operation, .sequence, .merge, .catching, .named, .deferred, .issue:
        return
      }
    }
  }

  /// The name of the operation that it is, if it is one.
  var name: EffectID? { if case .operation(let operation) = program { operation.id } else { nil } }

  /// An operation that waits before a program, which does not start unless the operation finishes.
  package struct Wait {
    package let operation: EffectOperation
    /// The modifiers that remain for the program after it.
    package let modifiers: GivenModifiers
  }

  /// Turns an action that waits into an operation, and the wait of a whole program into an operation before it.
  ///
  /// - Returns: the wait before the program, if there is one, and the demands that cannot be met.
  package mutating func settleModifiers() -> (wait: Wait?, misuses: [ModifierMisuse]) {
    guard !modifiers.isEmpty else { return (nil, []) }
    let misnamed = takeMisnamedPolicies()
    let (wait, misuses) = settleRest()
    return (wait, misnamed + misuses)
  }

  /// Takes out the policies of names that the program turns out not to have.
  private mutating func takeMisnamedPolicies() -> [ModifierMisuse] {
    switch program {
    case .operation(let operation): modifiers.takePolicies(ofOtherNamesThan: operation.id)
    case .emit, .call, .cancel, .sequence, .merge, .deferred: modifiers.takePolicies(ofOtherNamesThan: nil)
    case .none, .catching, .named, .modified, .scoped, .mapped, .marked, .issue: []
    }
  }

  private mutating func settleRest() -> (wait: Wait?, misuses: [ModifierMisuse]) {
    switch program {
    case .operation(let operation): return (throttle(operation), [])
    case .emit(let action): return settle(as: .task { $0.keep(action: action) })
    case .call(let make):
      return settle(
        as: .mainActor { send in
          if let action = make() { send.enqueue(action, at: .unknown) }
        }
      )
    case .cancel:
      guard modifiers.haveWait else { return (nil, modifiers.misusesOfAction) }
      if let wait = throttleWait() { return (wait, []) }
      return (Wait(operation: modifiers.operationInFront(isDelayed: true), modifiers: GivenModifiers()), [])
    case .sequence, .merge, .deferred, .scoped, .mapped, .marked: return (throttleWait() ?? debounceWait(), [])
    case .none, .catching, .named, .modified, .issue: return (nil, [])
    }
  }

  /// Turns an action that waits into an operation.
  private mutating func settle(as body: EffectOperation.Body) -> (wait: Wait?, misuses: [ModifierMisuse]) {
    guard modifiers.haveWait else { return (nil, modifiers.misusesOfAction) }
    let operation = EffectOperation(body: body)
    program = Program.operation(operation)
    return (throttle(operation), [])
  }

  /// Limits how often an operation begins; if two throttles limit it, one waits before it.
  private mutating func throttle(_ operation: EffectOperation) -> Wait? {
    var rest = modifiers
    guard let (throttle, policy) = rest.takeThrottle() else { return nil }
    guard operation.throttle == nil, !rest.isThrottled else { return throttleWait() }
    program = Program.operation(rest.applied(to: operation)).throttled(throttle)
    modifiers = GivenModifiers()
    // For the name of the throttle, and not for one that the operation had before.
    if let policy { modifiers.add(.policy(policy, of: nil)) }
    return nil
  }
}

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
    removePolicies { place, name in place < index && name == nil }
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

  /// The same under a name, for whose policy it waits in front of a program.
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

/// The facts about a program that are known without interpreting it.
package struct ProgramFacts {
  /// Whether the program as a whole has a name.
  package var hasName = false
  /// The policy that was given to it, unless it is for a name inside.
  package var policy: LaunchPolicy?
  /// The policy that was given for a certain name around it.
  package var ownPolicy: LaunchPolicy?
  /// Whether a throttle may refuse the program or hold it back.
  package var isThrottled = false
}

extension Program {
  /// - Complexity: O(the modifiers, names, scopes and handlers around what is inside).
  package func facts(for id: EffectID? = nil) -> ProgramFacts {
    var facts = ProgramFacts()
    var next = self
    loop: while true {
      switch next {
      case .modified(let body, let modifier):
        facts.policy = facts.policy ?? modifier.policy
        if facts.ownPolicy == nil, let id { facts.ownPolicy = modifier.policy(of: id) }
        facts.isThrottled = facts.isThrottled || modifier.throttle != nil
        next = body
      case .named(let body, _, let use):
        facts.hasName = facts.hasName || use != .owner
        next = body
      case .catching(let body, _), .scoped(let body, _), .mapped(let body, _), .marked(let body, _):
        next = body
      case .operation(let operation):
        facts.hasName = facts.hasName || operation.id != nil
        facts.policy = facts.policy ?? operation.options.policy
        facts.isThrottled = facts.isThrottled || operation.throttle != nil
        break loop
      case .none, .emit, .call, .cancel, .sequence, .merge, .deferred, .issue:
        break loop
      }
    }
    if facts.hasName { facts.policy = nil }
    return facts
  }

  /// The answer to a refusal that was given around what is inside, the outermost one.
  ///
  /// - Complexity: as above.
  var refusalAnswer: EffectAnswers.Answer? {
    var next = self
    var transforms: [@Sendable (AnyAction) -> AnyAction] = []
    while true {
      switch next {
      case .modified(_, .onRefused(let handler)):
        guard !transforms.isEmpty else { return handler }
        return { [transforms] in handler().map { action in transforms.reversed().reduce(action) { $1($0) } } }
      case .mapped(let body, let transform):
        transforms.append(transform)
        next = body
      case .modified(let body, _), .named(let body, _, _), .catching(let body, _), .scoped(let body, _),
        .marked(let body, _):
        next = body
      case .operation(let operation):
        guard let handler = operation.answers?.onRefused else { return nil }
        return { [transforms] in handler().map { action in transforms.reversed().reduce(action) { $1($0) } } }
      case .none, .emit, .call, .cancel, .sequence, .merge, .deferred, .issue:
        return nil
      }
    }
  }
}
