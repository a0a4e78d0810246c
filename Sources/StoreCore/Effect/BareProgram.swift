/// A program without the scopes and the modifiers around it, and what these come to.
package struct BareProgram<Action: Sendable> {
  package private(set) var program: EffectProgram<Action>
  /// The scope that the program is in.
  package private(set) var scope: EffectScope?
  /// What is changed about its operations, the innermost modifier first.
  package private(set) var modifiers: Chain<ProgramModifier<Action>>?

  /// Opens a program that has a scope and modifiers around it already.
  package init(
    _ program: EffectProgram<Action>,
    scope: EffectScope? = nil,
    modifiers: Chain<ProgramModifier<Action>>? = nil
  ) {
    self.program = program
    self.scope = scope
    self.modifiers = modifiers
    while true {
      switch self.program.node {
      case .modified(let modified):
        self.modifiers = Chain(modified.modifier, before: self.modifiers)
        self.program = modified.body
      case .scoped(let moved):
        // The name of a throttle is one of the scope that it was given in.
        guard moved.scope == nil || !isThrottled else { return }
        (self.scope, self.program) = moved.open(in: self.scope)
      case nil, .emit, .call, .cancel, .launch, .sequence, .merge, .catching, .named, .deferred, .issue, .suspended:
        return
      }
    }
  }

  private var isThrottled: Bool {
    modifiers?.isGiven { if case .throttle = $0 { true } else { false } } ?? false
  }

  /// An operation that waits in front of a program, without which it does not start.
  package struct Gate {
    package let launch: Launch<Action>
    /// What is left of the modifiers for the program behind it.
    package let modifiers: Chain<ProgramModifier<Action>>?
  }

  /// What its modifiers make of it: an action that waits is an operation, and so is a program that waits as a whole.
  ///
  /// - Returns: what waits in front of the program, if something does, and what was asked for that cannot be done.
  package mutating func settleModifiers() -> (gate: Gate?, misuses: [ModifierMisuse]) {
    guard let modifiers else { return (nil, []) }
    switch program.node {
    case .emit(let action):
      return settle(modifiers, of: Launch(body: .task { action }))
    case .call(let make):
      return settle(
        modifiers,
        of: Launch(
          body: .mainActor { send in
            guard !send.isCancelled else { throw CancellationError() }
            if let action = make() { send(action) }
          }
        )
      )
    case .launch(let launch):
      return (throttle(launch), [])
    case .cancel:
      guard modifiers.isGiven(\.isWait) else { return (nil, modifiers.misusesOfAction()) }
      if let gate = throttleGate() { return (gate, []) }
      return (Gate(launch: .inFront(inside: modifiers, isDelayed: true), modifiers: nil), [])
    case .sequence, .merge, .deferred, .scoped:
      return (throttleGate() ?? debounceGate(), [])
    case nil, .catching, .named, .modified, .issue, .suspended:
      return (nil, [])
    }
  }

  /// Makes an operation of an action that waits.
  private mutating func settle(
    _ modifiers: Chain<ProgramModifier<Action>>,
    of launch: Launch<Action>
  ) -> (gate: Gate?, misuses: [ModifierMisuse]) {
    guard modifiers.isGiven(\.isWait) else { return (nil, modifiers.misusesOfAction()) }
    program = EffectProgram(node: .launch(launch))
    return (throttle(launch), [])
  }

  /// Limits how often an operation begins; where it is limited by two throttles, one waits in front of it.
  private mutating func throttle(_ launch: Launch<Action>) -> Gate? {
    guard let (throttle, rest) = modifiers?.takingOutermost(\.throttle) else { return nil }
    if launch.throttle != nil || rest?.isGiven({ $0.throttle != nil }) == true { return throttleGate() }
    program = launch.modified(by: rest).throttled(throttle)
    modifiers = nil
    return nil
  }

  private func throttleGate() -> Gate? {
    guard let (throttle, rest) = modifiers?.takingOutermost(\.throttle) else { return nil }
    return Gate(launch: .inFront(inside: rest, throttle: throttle), modifiers: Chain(.whole, before: rest))
  }

  private func debounceGate() -> Gate? {
    guard let (debounce, rest) = modifiers?.takingOutermost(\.debounce) else { return nil }
    let launch = Launch.inFront(inside: rest).with(modifiers: Chain(debounce, before: nil))
    return Gate(launch: launch, modifiers: rest)
  }
}

extension Launch {
  /// An operation that does nothing, in front of a program with some modifiers.
  ///
  /// It has what is said of the tasks and of their cancel. It belongs to none of the operations that are limited,
  /// repeated or delayed, unless it is there for their delay.
  static func inFront(
    inside modifiers: Chain<ProgramModifier<Action>>?,
    isDelayed: Bool = false,
    throttle: Throttle? = nil
  ) -> Launch {
    let nothing = Launch(body: .run { _ in })
    let launch = nothing.modified(by: modifiers)
    var options = launch.options
    if let throttle {
      options.id = throttle.id
    } else {
      options.policy = nil
    }
    return nothing.with(
      options: options,
      onCancel: launch.onCancel,
      throttle: throttle,
      modifiers: isDelayed ? launch.modifiers : nil
    )
  }

  /// The same under a name whose policy it waits for.
  static func inFront(
    inside modifiers: Chain<ProgramModifier<Action>>?,
    id: EffectID,
    policy: LaunchPolicy
  ) -> Launch {
    let launch = inFront(inside: modifiers)
    var options = launch.options
    options.id = id
    options.policy = policy
    return launch.with(options: options)
  }
}

extension ProgramModifier {
  fileprivate var throttle: Throttle? {
    if case .throttle(let throttle) = self { throttle } else { nil }
  }

  fileprivate var debounce: Debounce? {
    if case .operation(let modifier) = self { modifier as? Debounce } else { nil }
  }

  /// Whether it has what is inside begin later.
  fileprivate var isWait: Bool {
    switch self {
    case .throttle: true
    case .operation(let modifier): modifier is Debounce || modifier is Delay
    case .options, .policy, .onCancel, .whole, .members: false
    }
  }

  fileprivate var isTimeout: Bool { if case .operation(let modifier) = self { modifier is Timeout } else { false } }

  fileprivate var isRetry: Bool { if case .operation(let modifier) = self { modifier is Retry } else { false } }

  fileprivate var isLimit: Bool { if case .policy(let policy) = self { policy.isLimit } else { false } }

  fileprivate var isWhole: Bool { if case .whole = self { true } else { false } }
}

extension Chain {
  /// What was asked of an action that only an operation can do.
  fileprivate func misusesOfAction<Action>() -> [ModifierMisuse] where Element == ProgramModifier<Action> {
    var misuses: [ModifierMisuse] = []
    if isGiven(\.isTimeout) { misuses.append(.timeoutOfAction) }
    if isGiven(\.isRetry) { misuses.append(.retryOfAction) }
    if isGiven(\.isLimit), !isGiven(\.isWhole) { misuses.append(.policyWithoutName) }
    return misuses
  }
}
