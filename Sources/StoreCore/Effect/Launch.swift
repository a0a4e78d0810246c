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
    runningLimit = options.policy?.runningLimit ?? 1
    waitingLimit = options.policy?.waitingLimit ?? LaunchPolicy.notGiven
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

  /// What happens to others of its name: they are replaced where no policy was given, and by what is debounced.
  @usableFromInline package var policy: LaunchPolicy {
    extras?.modifiers != nil && isDebounced
      ? .replace : LaunchPolicy(runningLimit: runningLimit, waitingLimit: waitingLimit)
  }

  /// The policy, if one was given.
  package var givenPolicy: LaunchPolicy? {
    waitingLimit == LaunchPolicy.notGiven ? nil : LaunchPolicy(runningLimit: runningLimit, waitingLimit: waitingLimit)
  }

  package var options: EffectOptions { EffectOptions(id: id, policy: givenPolicy, priority: priority, name: name) }

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

  /// The operation with a limit to how often effects of a name may begin.
  func throttled(_ throttle: Throttle) -> EffectProgram<Action> {
    known(as: throttle.id) { $0.with(throttle: throttle) }
  }

  /// The operation behind a wait for silence under a name.
  func debounced(_ id: EffectID, _ wait: Delay) -> EffectProgram<Action> {
    // A throttle decides first, by its own name.
    if let throttle, throttle.id != id {
      let waiting = with(modifiers: .adding(Debounce(id: nil, wait: wait), around: modifiers))
      return EffectProgram(node: .launch(waiting)).named(id, for: .debounce)
    }
    return known(as: id) { $0.with(modifiers: .adding(Debounce(id: id, wait: wait), around: $0.modifiers)) }
  }

  /// The operation under a name of its own by which it is decided when it begins.
  ///
  /// The name that it had before becomes one around it. What its policy says of replacing and sharing goes with that.
  private func known(as id: EffectID, _ change: (Launch) -> Launch) -> EffectProgram<Action> {
    var options = options
    options.id = id
    guard let former = self.id, former != id else {
      return EffectProgram(node: .launch(change(with(options: options))))
    }
    let cancelInFlight: Bool? = options.policy.flatMap { $0 == .concurrent ? false : $0 == .replace ? true : nil }
    if cancelInFlight != nil {
      options.policy = nil
    }
    let use = isDebounced ? NameUse.debounce : .name(cancelInFlight: cancelInFlight)
    return EffectProgram(node: .launch(change(with(options: options)))).named(former, for: use)
  }

  /// Whether it waits for silence under its own name, so that each launch replaces the one before.
  var isDebounced: Bool { id.map { id in modifiers?.holds { ($0 as? Debounce)?.id == id } ?? false } ?? false }

  /// Whether its policy may ask for something that cannot be done.
  @inlinable var hasUnusualPolicy: Bool { waitingLimit != LaunchPolicy.notGiven && (id == nil || extras != nil) }

  /// What is asked of its policy that cannot be done.
  var policyMisuse: ModifierMisuse? {
    guard let given = givenPolicy, given != .replace else { return nil }
    if id == nil { return given.isLimit ? .policyWithoutName : nil }
    return isDebounced ? .policyOfDebounce : nil
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
    var isPolicyHidden = false
    while let modifier = next {
      switch modifier.element {
      case .whole: isPolicyHidden = true
      case .members(let hidesPolicy): isPolicyHidden = isPolicyHidden || hidesPolicy
      case .policy where isPolicyHidden: break
      default: launch = modifier.element.applied(to: launch)
      }
      next = modifier.rest
    }
    // The policy of an operation without a name is that of the name around it, if it is given one.
    guard launch.id == nil, launch.givenPolicy != nil, modifiers?.givesName() == true else { return launch }
    var options = launch.options
    options.policy = nil
    return launch.with(options: options)
  }
}
