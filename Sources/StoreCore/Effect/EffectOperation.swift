/// An operation with its options: the leaf of an effect program.
@usableFromInline
package final class EffectOperation<Action: Sendable>: Sendable {
  /// The work of the effect's task, off the main actor unless it says otherwise.
  @usableFromInline
  package enum Body: Sendable {
    /// Sends the one action it returns.
    case task(@concurrent @Sendable () async throws -> Action)
    /// Sends as many actions as it likes.
    case run(@concurrent @Sendable (Send<Action>) async throws -> Void)
    /// Sends as many actions as it likes, and runs on the main actor.
    case mainActor(@MainActor @Sendable (Send<Action>) async throws -> Void)
    /// Forwards a stream's elements with back-pressure.
    case stream(@concurrent @Sendable (StreamInlet<Action>) async throws -> Void)
  }

  @usableFromInline package let body: Body
  /// The options as they were given: the name inside its scope, and the policy if there is one.
  @usableFromInline package let options: EffectOptions
  /// Asked for an action when it is cancelled.
  @usableFromInline package let onCancel: (@MainActor @Sendable () -> Action?)?
  /// How often effects of its name may begin, if that is limited.
  @usableFromInline package let throttle: Throttle?
  /// What is done around the operation, the innermost first.
  @usableFromInline package let modifiers: [any OperationModifier]
  /// Whether the operation can be run again; the elements of a given sequence cannot be had twice.
  @usableFromInline package let isRepeatable: Bool

  @inlinable
  package init(
    body: Body,
    options: EffectOptions = EffectOptions(),
    onCancel: (@MainActor @Sendable () -> Action?)? = nil,
    isRepeatable: Bool? = nil,
    throttle: Throttle? = nil,
    modifiers: [any OperationModifier] = []
  ) {
    self.body = body
    self.options = options
    self.onCancel = onCancel
    self.throttle = throttle
    self.modifiers = modifiers
    let isStream = if case .stream = body { true } else { false }
    self.isRepeatable = isRepeatable ?? !isStream
  }

  @inlinable package var isStream: Bool {
    if case .stream = body { true } else { false }
  }

  /// The effect's name as it was given.
  @inlinable package var id: EffectID? { options.id }

  /// What happens to others of its name: they are replaced where no policy was given, and by what is debounced.
  @usableFromInline package var policy: LaunchPolicy {
    guard let given = options.policy else { return .replace }
    return isDebounced ? .replace : given
  }

  /// Whether it waits for silence under its own name, so that each operation replaces the one before.
  var isDebounced: Bool { id != nil && modifiers.contains { ($0 as? Debounce)?.id == id } }

  /// What is asked of its policy that cannot be done.
  var policyMisuse: ModifierMisuse? {
    guard let given = options.policy, given != .replace else { return nil }
    if id == nil { return given.isLimit ? .policyWithoutName : nil }
    return isDebounced ? .policyOfDebounce : nil
  }

  /// Runs an operation inside the modifiers.
  @usableFromInline
  func runModified(_ operation: @escaping @Sendable () async throws -> Void) async throws {
    try await run(operation, inside: modifiers[...])
  }

  private func run(
    _ operation: @escaping @Sendable () async throws -> Void,
    inside modifiers: ArraySlice<any OperationModifier>
  ) async throws {
    guard let outermost = modifiers.last else { return try await operation() }
    try await outermost.run(isRepeatable: isRepeatable) { [self] in
      try await run(operation, inside: modifiers.dropLast())
    }
  }
}

// MARK: Changes

extension EffectOperation {
  package func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> EffectOperation<Other> {
    let mapped: EffectOperation<Other>.Body
    switch body {
    case .task(let operation):
      mapped = .task { transform(try await operation()) }
    case .run(let operation):
      mapped = .run { send in try await operation(send.pullback(transform)) }
    case .mainActor(let operation):
      mapped = .mainActor { send in try await operation(send.pullback(transform)) }
    case .stream(let pump):
      mapped = .stream { inlet in try await pump(inlet.pullback(transform)) }
    }
    var onCancel: (@MainActor @Sendable () -> Other?)?
    if let original = self.onCancel {
      onCancel = { original().map(transform) }
    }
    return EffectOperation<Other>(
      body: mapped,
      options: options,
      onCancel: onCancel,
      isRepeatable: isRepeatable,
      throttle: throttle,
      modifiers: modifiers
    )
  }

  /// The same operation with some of its parts changed.
  func with(
    options: EffectOptions? = nil,
    onCancel: (@MainActor @Sendable () -> Action?)? = nil,
    throttle: Throttle? = nil,
    modifiers: [any OperationModifier]? = nil
  ) -> EffectOperation {
    EffectOperation(
      body: body,
      options: options ?? self.options,
      onCancel: onCancel ?? self.onCancel,
      isRepeatable: isRepeatable,
      throttle: throttle ?? self.throttle,
      modifiers: modifiers ?? self.modifiers
    )
  }

  /// The operation with a change, if the change is one of operations.
  func modified(by modifier: ProgramModifier<Action>) -> EffectOperation {
    var options = options
    switch modifier {
    case .options(let change): change(&options)
    case .policy(let policy): options.policy = policy
    case .operation(let modifier): return adding(modifier)
    case .debounce(let debounce): return adding(debounce)
    case .onCancel(let handler): return with(onCancel: handler)
    case .throttle: return self
    }
    return with(options: options)
  }

  /// The operation with one more modifier around it: outside of all but a debounce, which nothing but another one is
  /// outside of, because what waits for silence has not begun.
  func adding(_ modifier: any OperationModifier) -> EffectOperation {
    var modifiers = modifiers
    let index = modifier is Debounce ? nil : modifiers.firstIndex { $0 is Debounce }
    modifiers.insert(modifier, at: index ?? modifiers.endIndex)
    return with(modifiers: modifiers)
  }

  /// The operation under a name of its own by which it is decided when it begins.
  ///
  /// The name that it had before becomes one around it. What its policy says of replacing and sharing goes with that.
  func known(as id: EffectID, _ change: (EffectOperation) -> EffectOperation) -> EffectProgram<Action> {
    var options = options
    options.id = id
    guard let former = self.id, former != id else {
      return EffectProgram(node: .operation(change(with(options: options))))
    }
    let cancelInFlight: Bool? = options.policy.flatMap { $0 == .concurrent ? false : $0 == .replace ? true : nil }
    if cancelInFlight != nil {
      options.policy = nil
    }
    let use = isDebounced ? NameUse.debounce : .name(cancelInFlight: cancelInFlight)
    return EffectProgram(node: .operation(change(with(options: options)))).named(former, for: use)
  }
}

/// Something done around an effect's operation, inside the effect's own run: name, token and cancellation are kept.
@usableFromInline
package protocol OperationModifier: Sendable {
  /// Runs the operation when and as often as the modifier says; where it returns, the operation has returned.
  ///
  /// `isRepeatable` tells whether the operation can be run again.
  ///
  /// - Throws: what the operation throws, or an error of the modifier.
  func run(isRepeatable: Bool, _ operation: @escaping @Sendable () async throws -> Void) async throws
}
