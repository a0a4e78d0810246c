/// An operation with its options: the leaf of an effect program.
package final class EffectOperation: Sendable {
  /// The work of the effect's task, off the main actor unless it says otherwise.
  package enum Body: Sendable {
    /// Keeps one action, which is sent when the effect ends; see ``EffectRun/keep(action:)``.
    // It keeps what it returns itself: that takes one frame less of each live effect's memory.
    case task(@concurrent @Sendable (EffectRun) async throws -> Void)
    /// Sends as many actions as it likes.
    case run(@concurrent @Sendable (AnySend) async throws -> Void)
    /// Sends as many actions as it likes, and runs on the main actor.
    case mainActor(@MainActor @Sendable (AnySend) async throws -> Void)
    /// Forwards a stream's elements with back-pressure.
    case stream(@concurrent @Sendable (StreamInlet) async throws -> Void)

    var isStream: Bool { if case .stream = self { true } else { false } }
  }

  package let body: Body
  /// The options as they were given: the name inside its scope, and the policy if there is one.
  package let options: EffectOptions
  /// Asked for an action when it is cancelled.
  package let onCancel: (@MainActor @Sendable () -> AnyAction?)?
  /// The limit to how often effects of its name may begin, if there is one.
  package let throttle: Throttle?
  /// The modifiers around the operation, the innermost first.
  package let modifiers: [any OperationModifier]
  /// The function that makes its actions those of its store, where they are others.
  private let transform: (@Sendable (AnyAction) -> AnyAction)?
  /// Whether the operation can be run again; the elements of a given sequence cannot be had twice.
  package let isRepeatable: Bool

  package init(
    body: Body,
    options: EffectOptions = EffectOptions(),
    onCancel: (@MainActor @Sendable () -> AnyAction?)? = nil,
    isRepeatable: Bool? = nil,
    throttle: Throttle? = nil,
    modifiers: [any OperationModifier] = [],
    transform: (@Sendable (AnyAction) -> AnyAction)? = nil
  ) {
    self.body = body
    self.options = options
    self.onCancel = onCancel
    self.throttle = throttle
    self.modifiers = modifiers
    self.transform = transform
    self.isRepeatable = isRepeatable ?? !body.isStream
  }

  package var isStream: Bool { body.isStream }

  /// The effect's name as it was given.
  package var id: EffectID? { options.id }

  /// The rule for others of its name: they are replaced where no policy was given, and by what is debounced.
  package var policy: LaunchPolicy {
    guard let given = options.policy else { return .replace }
    return isDebounced ? .replace : given
  }

  /// The demand of its policy that cannot be met, if there is one.
  var policyMisuse: ModifierMisuse? {
    guard let given = options.policy, given != .replace else { return nil }
    if id == nil { return given.isLimit ? .policyWithoutName : nil }
    return isDebounced ? .policyOfDebounce : nil
  }

  /// The demand of its own modifiers that cannot be met, if there is one.
  var retryMisuse: ModifierMisuse? {
    !isRepeatable && modifiers.contains { $0 is Retry } ? .retryOfStream : nil
  }

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

  // MARK: Changes

  /// The same operation with other actions.
  package func mapped(_ transform: @escaping @Sendable (AnyAction) -> AnyAction) -> EffectOperation {
    let inner = self.transform
    return with(
      onCancel: onCancel.map { handler in { @MainActor @Sendable in handler().map(transform) } },
      transform: { transform(inner?($0) ?? $0) }
    )
  }

  /// An action of the operation as its store knows it.
  func outer(_ action: AnyAction) -> AnyAction { transform?(action) ?? action }

  /// The same operation with some of its parts changed.
  func with(
    options: EffectOptions? = nil,
    onCancel: (@MainActor @Sendable () -> AnyAction?)? = nil,
    throttle: Throttle? = nil,
    modifiers: [any OperationModifier]? = nil,
    transform: (@Sendable (AnyAction) -> AnyAction)? = nil
  ) -> EffectOperation {
    EffectOperation(
      body: body,
      options: options ?? self.options,
      onCancel: onCancel ?? self.onCancel,
      isRepeatable: isRepeatable,
      throttle: throttle ?? self.throttle,
      modifiers: modifiers ?? self.modifiers,
      transform: transform ?? self.transform
    )
  }

  /// The operation with a change, if the change is one of operations.
  func modified(by modifier: ProgramModifier) -> EffectOperation {
    var options = options
    switch modifier {
    case .options(let change): change(&options)
    case .policy(let policy): options.policy = policy
    case .operation(let modifier): return adding(modifier)
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
  /// A former name becomes one around it, with what the policy says of replacing and sharing.
  func known(as id: EffectID, _ change: (EffectOperation) -> EffectOperation) -> Program {
    var options = options
    options.id = id
    guard let former = self.id, former != id else {
      return Program.operation(change(with(options: options)))
    }
    let cancelInFlight: Bool? = options.policy.flatMap { $0 == .concurrent ? false : $0 == .replace ? true : nil }
    if cancelInFlight != nil { options.policy = nil }
    let use = isDebounced ? NameUse.debounce : .name(cancelInFlight: cancelInFlight)
    return Program.operation(change(with(options: options))).named(former, for: use)
  }
}

/// Something done around an effect's operation, inside the effect's own run: name, token and cancellation are kept.
package protocol OperationModifier: Sendable {
  /// Runs an operation, which can be run again if `isRepeatable`, when and as often as the modifier says; where it returns,
  /// the operation has returned.
  ///
  /// - Throws: what the operation throws, or an error of the modifier.
  func run(isRepeatable: Bool, _ operation: @escaping @Sendable () async throws -> Void) async throws
}
