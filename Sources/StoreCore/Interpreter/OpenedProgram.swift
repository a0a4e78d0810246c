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
    guard let throttle = rest.take(\.throttle) else { return nil }
    guard operation.throttle == nil, !rest.isThrottled else { return throttleWait() }
    program = Program.operation(rest.applied(to: operation)).throttled(throttle)
    modifiers = GivenModifiers()
    return nil
  }
}

/// The modifiers that are given around a part of a program.
package struct GivenModifiers {
  /// The modifiers that reach the operations inside, the outermost first.
  private var all: [ProgramModifier] = []
  /// The index of the first one that was given to the part itself, and not to a sequence or a merge around it.
  private var ownStart = 0
  /// Whether the part itself was given a name, whose policy is that of the whole.
  private var hasName = false

  package init() {}

  package var isEmpty: Bool { all.isEmpty && !hasName }

  private var own: ArraySlice<ProgramModifier> { all[ownStart...] }

  package mutating func add(_ modifier: ProgramModifier) { all.append(modifier) }

  /// Notes that the part has a name, which takes over the policies that were given around it.
  package mutating func giveName() {
    hasName = true
    ownStart -= all[..<ownStart].count { $0.policy != nil }
    all.removeAll { $0.policy != nil }
  }

  /// The modifiers for the members of a composite program: each of its modifiers reaches them all.
  package var forMembers: GivenModifiers {
    var members = GivenModifiers()
    members.all = hasName ? all.filter { $0.policy == nil } : all
    members.ownStart = members.all.count
    return members
  }

  // MARK: What is given

  /// The outermost policy for the part.
  package var policy: LaunchPolicy? { all.lazy.compactMap(\.policy).first }

  package var isThrottled: Bool { own.contains { $0.throttle != nil } }

  /// Whether the part begins later.
  var haveWait: Bool {
    own.contains { modifier in
      switch modifier {
      case .throttle: true
      case .operation(let modifier): modifier is Delay || modifier is Debounce
      case .options, .policy, .onCancel: false
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
      case .policy(let policy) where policy.isLimit && !hasName: misuses.insert(.policyWithoutName)
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
    let operation = all.reversed().reduce(operation) { $0.modified(by: $1) }
    // The policy of an operation without a name belongs to the name around it, if there is one.
    guard hasName, operation.id == nil, operation.options.policy != nil else { return operation }
    return operation.with { $0.options.policy = nil }
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

  /// The same under a name, for whose policy it waits.
  func operationInFront(id: EffectID, policy: LaunchPolicy) -> EffectOperation {
    operationInFront().with {
      $0.options.id = id
      $0.options.policy = policy
    }
  }
}

extension ProgramModifier {
  var policy: LaunchPolicy? { if case .policy(let policy) = self { policy } else { nil } }

  var throttle: Throttle? { if case .throttle(let throttle) = self { throttle } else { nil } }

  var debounce: Debounce? { if case .operation(let modifier) = self { modifier as? Debounce } else { nil } }
}

/// The way in which a program claims a name.
package struct NameClaim: Hashable, Sendable {
  /// The rule for other effects of the name.
  package var policy: LaunchPolicy
  /// Whether the name is claimed only when something in the program begins.
  package var isLate = false
  /// Whether the policies around and inside belong to the name, and not to the parts.
  package var takesPolicies = false
  /// The demand that cannot be met, if there is one.
  package var misuse: ModifierMisuse?

  /// Decides how a program claims a name, inside modifiers whose policy is for the first of its names.
  ///
  /// Each further name is shared, or taken from other effects, only once the program begins, as it may be refused.
  package init(_ use: NameUse, of body: Program, inside modifiers: GivenModifiers) {
    let facts = body.facts
    let given = modifiers.policy ?? facts.policy
    let isHeldBack = modifiers.isThrottled
    let isFirst = !facts.hasName
    switch use {
    case .owner:
      policy = .concurrent
    case .debounce:
      policy = .replace
      // What a throttle refuses replaces nothing.
      isLate = isHeldBack || facts.isThrottled
      takesPolicies = isFirst && given != nil
      if takesPolicies, given != .replace { misuse = .policyOfDebounce }
    case .throttle:
      // The operation that is held back before it decides by the policy.
      policy = .concurrent
      isLate = true
    case .name(let cancelInFlight):
      let asked = cancelInFlight.map { $0 ? LaunchPolicy.replace : .concurrent }
      guard isFirst, !isHeldBack else {
        policy = asked ?? .replace
        isLate = true
        return
      }
      policy = modifiers.policy ?? asked ?? facts.policy ?? .replace
      takesPolicies = given != nil
    }
  }
}

/// The facts about a program that are known without interpreting it.
package struct ProgramFacts {
  /// Whether the program as a whole has a name.
  package var hasName = false
  /// The policy that was given to it, unless a name has taken it over.
  package var policy: LaunchPolicy?
  /// Whether a throttle may refuse the program or hold it back.
  package var isThrottled = false
}

extension Program {
  /// - Complexity: O(the modifiers, names, scopes and handlers around what is inside).
  package var facts: ProgramFacts {
    var facts = ProgramFacts()
    var next = self
    loop: while true {
      switch next {
      case .modified(let body, let modifier):
        facts.policy = facts.policy ?? modifier.policy
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
}
