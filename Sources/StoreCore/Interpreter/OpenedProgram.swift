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
      case .mapped(let body, let map):
        self.program = body.outermostMapped(map)
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
