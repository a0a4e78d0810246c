extension EffectProgram {
  /// Handles an action as part of the transition that returned the program, before any queued action.
  public static func emit(_ action: Action) -> EffectProgram {
    EffectProgram(.emit(action))
  }

  /// Handles the action that a function returns, if it returns one, as ``emit(_:)-(Action)`` does.
  ///
  /// The function is called once, on the main actor, when the program's turn comes: in a sequence after the members
  /// before it, with a ``StoreEffect/delay(for:clock:)`` after the wait, and not at all if the program is
  /// cancelled first.
  public static func emit(_ make: @escaping @MainActor @Sendable () -> Action?) -> EffectProgram {
    EffectProgram(.call { make() })
  }

  /// Cancels the selected effects.
  ///
  /// They are no longer running when the next member of a sequence starts.
  public static func cancel(_ selector: EffectSelector) -> EffectProgram {
    EffectProgram(.cancel(selector))
  }

  /// Runs an operation off the main actor and sends the action that it returns.
  ///
  /// The operation runs in a task of its own, which inherits neither task-local values nor the priority of the
  /// sender. An error goes to the nearest ``catch(_:)``, else to the store's error hook.
  public static func task(
    _ options: EffectOptions = EffectOptions(),
    operation: @escaping @concurrent @Sendable () async throws -> Action
  ) -> EffectProgram {
    .operation(.task { $0.keep(action: try await operation()) }, options)
  }

  /// Runs an operation off the main actor that sends any number of actions.
  public static func run(
    _ options: EffectOptions = EffectOptions(),
    operation: @escaping @concurrent @Sendable (Send<Action>) async throws -> Void
  ) -> EffectProgram {
    .operation(.run { try await operation(Send(core: $0)) }, options)
  }

  /// Runs an operation on the main actor that sends any number of actions.
  ///
  /// If it is cancelled before the main actor gets to it, it never begins, even if its task has.
  public static func runOnMainActor(
    _ options: EffectOptions = EffectOptions(),
    operation: @escaping @MainActor @Sendable (Send<Action>) async throws -> Void
  ) -> EffectProgram {
    .operation(.mainActor { try await operation(Send(core: $0)) }, options)
  }

  /// Runs an operation on the main actor and sends the action that it returns, once the effect has ended.
  ///
  /// What it sends meanwhile is handled first. If it is cancelled before the main actor gets to it, it never begins, as
  /// with ``runOnMainActor(_:operation:)``.
  public static func taskOnMainActor(
    _ options: EffectOptions = EffectOptions(),
    operation: @escaping @MainActor @Sendable (Send<Action>) async throws -> Action
  ) -> EffectProgram {
    .operation(.mainActor { $0.run.keep(action: try await operation(Send(core: $0))) }, options)
  }

  /// Forwards the elements of a sequence as actions, in order, until the sequence ends.
  ///
  /// At most ``StreamLimits/capacity`` elements wait to be handled; then the sequence is not asked for more.
  /// The first element is forwarded at once. When the sequence has ended the effect is deregistered.
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    _ options: EffectOptions = EffectOptions()
  ) -> EffectProgram where Elements.Element == Action {
    .operation(.stream { try await $0.pump(elements) }, options)
  }

  /// Forwards the elements of a sequence as actions at a limited rate, until the sequence ends.
  ///
  /// Without `clock`, the rate limit uses the store's clock.
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    _ options: EffectOptions = EffectOptions(),
    rate: StreamRate,
    clock: (any Clock<Duration>)? = nil
  ) -> EffectProgram where Elements.Element == Action {
    let clock = EffectClock(explicit: clock)
    return .operation(.stream { try await $0.pump(rate: rate, clock: clock.chosen) { elements } }, options)
  }

  /// Forwards the elements of a sequence that is made when the effect begins and for each retry.
  public static func stream<Elements: AsyncSequence & SendableMetatype>(
    _ options: EffectOptions = EffectOptions(),
    make: @escaping @concurrent @Sendable () async throws -> Elements
  ) -> EffectProgram where Elements.Element == Action {
    .operation(.stream { try await $0.pump(make()) }, options, isRepeatable: true)
  }

  /// Forwards the elements of a sequence that is made when the effect begins and for each retry, at a limited rate.
  ///
  /// Without `clock`, the rate limit uses the store's clock.
  public static func stream<Elements: AsyncSequence & SendableMetatype>(
    _ options: EffectOptions = EffectOptions(),
    rate: StreamRate,
    clock: (any Clock<Duration>)? = nil,
    make: @escaping @concurrent @Sendable () async throws -> Elements
  ) -> EffectProgram where Elements.Element == Action {
    let clock = EffectClock(explicit: clock)
    let body = EffectOperation.Body.stream { try await $0.pump(rate: rate, clock: clock.chosen, make) }
    return .operation(body, options, isRepeatable: true)
  }

  static func operation(
    _ body: EffectOperation.Body,
    _ options: EffectOptions,
    isRepeatable: Bool? = nil
  ) -> EffectProgram {
    EffectProgram(.operation(EffectOperation(body: body, options: options, isRepeatable: isRepeatable)))
  }

  /// Runs programs one after another.
  ///
  /// A member starts after the action of the previous one has been handled. A member that is cancelled or replaced
  /// ends, and the rest go on. A member that throws ends the sequence.
  public static func sequence(_ members: [EffectProgram]) -> EffectProgram {
    composition(of: members) { .sequence($0) }
  }

  /// Starts programs together, in the given order.
  ///
  /// It ends when all of them have ended.
  public static func merge(_ members: [EffectProgram]) -> EffectProgram {
    composition(of: members) { .merge($0) }
  }

  private static func composition(of members: [EffectProgram], _ make: ([Program]) -> Program) -> EffectProgram {
    var present: [Program] = []
    var deepest = EffectProgram.none
    for member in members where !member.isNone {
      present.append(member.program)
      if present.count == 1 || member.depth > deepest.depth { deepest = member }
    }
    return present.count <= 1 ? deepest : EffectProgram(make(present), around: deepest)
  }

  /// Runs the program that `make` returns.
  ///
  /// `make` is called once, on the main actor, when the program's turn comes: in a sequence after the members before
  /// it, and not at all if the program is cancelled first.
  public static func deferred(_ make: @escaping @MainActor @Sendable () -> EffectProgram) -> EffectProgram {
    EffectProgram(.deferred { make().program })
  }

  /// Answers an error with a program, instead of the store's error hook.
  ///
  /// `handler` is called on the main actor, once for each effect inside that throws. A cancelled effect's error is
  /// dropped.
  public func `catch`(
    _ handler: @escaping @MainActor @Sendable (any Error) -> EffectProgram
  ) -> EffectProgram {
    isNone ? self : EffectProgram(.catching(program, { handler($0).program }), around: self)
  }
}

extension EffectProgram {
  /// Runs an operation under a name, off the main actor, and sends the action that it returns.
  public static func task(
    id: some Hashable & Sendable,
    operation: @escaping @concurrent @Sendable () async throws -> Action
  ) -> EffectProgram {
    .task(EffectOptions(id: EffectID(id)), operation: operation)
  }

  /// Runs an operation under a name, off the main actor, that sends any number of actions.
  public static func run(
    id: some Hashable & Sendable,
    operation: @escaping @concurrent @Sendable (Send<Action>) async throws -> Void
  ) -> EffectProgram {
    .run(EffectOptions(id: EffectID(id)), operation: operation)
  }

  /// Forwards the elements of a sequence as actions under a name, in order, until the sequence ends.
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    id: some Hashable & Sendable
  ) -> EffectProgram where Elements.Element == Action {
    .stream(elements, EffectOptions(id: EffectID(id)))
  }
}
