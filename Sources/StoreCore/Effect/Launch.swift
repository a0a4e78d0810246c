/// An operation together with how it is to be launched: the leaf of an effect program.
@usableFromInline
package final class Launch<Action: Sendable>: Sendable {
  /// What the effect's task does, off the main actor unless it says otherwise.
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

  // In an order without gaps, the policy in two parts: each live effect keeps its launch.
  @usableFromInline let extras: LaunchExtras<Action>?
  /// The effect's name as it was given.
  @usableFromInline package let id: EffectID?
  // As a number, as in the options.
  @usableFromInline let rawPriority: UInt8?
  /// Whether the operation can be run again; the elements of a given sequence cannot be had twice.
  @usableFromInline package let isRepeatable: Bool
  @usableFromInline let runningLimit: Int32
  @usableFromInline package let body: Body
  @usableFromInline let waitingLimit: Int32

  @inlinable
  package init(
    body: Body,
    options: EffectOptions = EffectOptions(),
    onCancel: (@MainActor @Sendable () -> Action?)? = nil,
    isRepeatable: Bool? = nil,
    throttle: Throttle? = nil,
    modifiers: Chain<any OperationModifier>? = nil
  ) {
    self.body = body
    id = options.id
    runningLimit = options.policy.runningLimit
    waitingLimit = options.policy.waitingLimit
    rawPriority = options.rawPriority
    let isStream = if case .stream = body { true } else { false }
    self.isRepeatable = isRepeatable ?? !isStream
    let isPlain = options.name == nil && onCancel == nil && throttle == nil && modifiers == nil
    extras =
      isPlain ? nil : LaunchExtras(name: options.name, onCancel: onCancel, throttle: throttle, modifiers: modifiers)
  }

  @inlinable package var isStream: Bool {
    if case .stream = body { true } else { false }
  }

  @usableFromInline package var policy: LaunchPolicy {
    LaunchPolicy(runningLimit: runningLimit, waitingLimit: waitingLimit)
  }

  package var options: EffectOptions { EffectOptions(id: id, policy: policy, priority: priority, name: name) }

  /// The priority of its task, if one was given.
  @inlinable var priority: TaskPriority? { rawPriority.map { TaskPriority(rawValue: $0) } }
  /// The name of its task, if one was given.
  @inlinable var name: String? { extras?.name }
  /// What is asked for an action when it is cancelled.
  @inlinable package var onCancel: (@MainActor @Sendable () -> Action?)? { extras?.onCancel }
  /// How often effects of its name may begin, if that is limited.
  @inlinable package var throttle: Throttle? { extras?.throttle }
  /// What is done around the operation, the outermost first.
  @inlinable package var modifiers: Chain<any OperationModifier>? { extras?.modifiers }

  package func map<Other: Sendable>(_ transform: @escaping @Sendable (Action) -> Other) -> Launch<Other> {
    let mapped: Launch<Other>.Body
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
    return Launch<Other>(
      body: mapped,
      options: options,
      onCancel: onCancel,
      isRepeatable: isRepeatable,
      throttle: throttle,
      modifiers: modifiers
    )
  }

  /// An operation that does nothing.
  static var nothing: Launch { Launch(body: .run { _ in }) }

  /// The same launch under a name whose beginnings are limited.
  func throttled(_ id: EffectID, _ throttle: Throttle) -> Launch {
    var options = options
    options.id = id
    return with(options: options, throttle: throttle)
  }

  /// The same launch with some of its parts changed.
  func with(
    options: EffectOptions? = nil,
    onCancel: (@MainActor @Sendable () -> Action?)? = nil,
    throttle: Throttle? = nil,
    modifiers: Chain<any OperationModifier>? = nil
  ) -> Launch {
    Launch(
      body: body,
      options: options ?? self.options,
      onCancel: onCancel ?? self.onCancel,
      isRepeatable: isRepeatable,
      throttle: throttle ?? self.throttle,
      modifiers: modifiers ?? self.modifiers
    )
  }

  /// The same launch with changes, the first of which is made first.
  package func modified(by modifiers: Chain<ProgramModifier<Action>>?) -> Launch {
    var launch = self
    var next = modifiers
    while let modifier = next {
      launch = modifier.element.applied(to: launch)
      next = modifier.rest
    }
    return launch
  }
}
