/// An effect whose operations can be changed: the modifiers that the effects of all engines have.
///
/// Of a composed effect a modifier reaches each operation inside, unless it says otherwise. Where an effect has no
/// operation, such as a cancel, such a modifier changes nothing, and a timeout or a retry is an issue. The modifiers that
/// are for the whole, ``cancellable(id:cancelInFlight:)``, ``policy(_:)``, ``debounce(id:for:clock:)`` and
/// ``throttle(id:for:edges:clock:)``, do what they say, and so does ``delay(for:clock:)``. No effect at all, `.none`, stays
/// that with each of them: a debounce of it does not cancel the effect before.
///
/// A modifier that waits goes by the store's clock, unless it is given one of its own. Each costs O(1), however large the
/// effect is.
///
/// An engine's effect adopts it by ``modified(by:)`` and ``onCancel(_:)``:
///
/// ```swift
/// extension Command: ModifiableEffect {
///   func modified(by modifier: EffectModifier) -> Command { Command(program.modified(by: modifier)) }
///   func onCancel(_ handler: @escaping @MainActor @Sendable () -> Action?) -> Command {
///     Command(program.onCancel(handler))
///   }
/// }
/// ```
public protocol ModifiableEffect<Action> {
  /// The type of the actions that the effect sends to its store.
  associatedtype Action

  /// The effect with a change that is given as a value.
  func modified(by modifier: EffectModifier) -> Self

  /// Calls `handler` on the main actor when an operation of the effect was cancelled or replaced.
  ///
  /// An action that it returns is sent. It is not called when the store is deallocated. A second handler replaces
  /// the first.
  func onCancel(_ handler: @escaping @MainActor @Sendable () -> Action?) -> Self
}

/// A change of an effect's operations as a value; the methods of ``ModifiableEffect`` make these.
public enum EffectModifier: Sendable {
  /// The priority of the tasks.
  case priority(TaskPriority?)
  /// The name of the tasks for debuggers and observers.
  case named(String)
  /// The rule for running effects of the same name.
  case policy(LaunchPolicy)
  /// A name for the whole; see ``ModifiableEffect/cancellable(id:cancelInFlight:)``.
  case cancellable(EffectID, cancelInFlight: Bool?)
  /// A wait before each operation; see ``ModifiableEffect/delay(for:clock:)``.
  case delay(Duration, clock: (any Clock<Duration>)?)
  /// A beginning once no newer one came for a while; see ``ModifiableEffect/debounce(id:for:clock:)``.
  case debounce(EffectID, Duration, clock: (any Clock<Duration>)?)
  /// At most one beginning in each interval; see ``ModifiableEffect/throttle(id:for:edges:clock:)``.
  case throttle(EffectID, Duration, ThrottleEdges, clock: (any Clock<Duration>)?)
  /// A limit of time for each operation; see ``ModifiableEffect/timeout(after:clock:)``.
  case timeout(Duration, clock: (any Clock<Duration>)?)
  /// Further attempts where an operation fails; see ``ModifiableEffect/retry(_:clock:)``.
  case retry(RetryPolicy, clock: (any Clock<Duration>)?)
}

extension ModifiableEffect {
  /// Gives the tasks of all operations a priority.
  public func priority(_ priority: TaskPriority?) -> Self {
    modified(by: .priority(priority))
  }

  /// Gives the tasks of all operations a name for debuggers and observers.
  public func named(_ name: String) -> Self {
    modified(by: .named(name))
  }

  /// Says what happens to running effects of the same name.
  ///
  /// A policy is for a name: that of the operation, or that of the whole, whether it is given before the policy or
  /// after. ``LaunchPolicy/keepRunning`` refuses all of an effect while one of its name runs, and with
  /// ``LaunchPolicy/queue(limit:fileID:line:)`` all of it waits. A sequence or a merge without a name passes the policy
  /// on to the names in it. An effect of several names goes by its policy under the name of a debounce or a throttle,
  /// else under the first one that it was given; of two policies the outer one applies.
  ///
  /// A policy that limits is ignored, with an issue, where an operation has no name; any other than
  /// ``LaunchPolicy/replace`` is where the name is that of a ``debounce(id:for:clock:)``. One that would have an effect
  /// wait for itself, because programs take two names inside each other in opposite orders, is ignored for the effect,
  /// with an issue.
  public func policy(_ policy: LaunchPolicy) -> Self {
    modified(by: .policy(policy))
  }

  /// Gives the effect a name, by which it is cancelled, replaced and asked for as a whole.
  ///
  /// ```swift
  /// .sequence([
  ///   .task { .found(try await search(text)) },
  ///   .task { .ranked(try await rank(text)) },
  /// ])
  /// .cancellable(id: "search")
  /// ```
  ///
  /// A single operation without a name gets this one. Any other effect keeps the names inside, and the whole has this
  /// one in addition: it is running until everything in it has ended, also between two members of a sequence. When the
  /// name is cancelled, each operation in it is, at once, and what has not started never does. Operations with no
  /// names of their own or of their tasks are told of by it. The whole takes one place among those of its name, for all
  /// policies; where ``LaunchPolicy/atMost(_:_:fileID:line:)`` lets the newest win, whole programs stand back before
  /// single operations.
  ///
  /// Programs with names may be inside each other: when an inner one is cancelled, the outer one goes on. In a scope
  /// the name belongs to the scope, as any name. A further name of an effect that has one is another to find and to
  /// cancel it by; others of the further name are replaced when the effect begins, and not if it is refused.
  ///
  /// - Parameters:
  ///   - id: The name.
  ///   - cancelInFlight: `true` cancels what runs under the name before, in one step; `false` lets both share the
  ///     name, and one cancel ends all. Without it the effect's policy decides, and an effect without one cancels; a
  ///     further name cancels, whatever the policy is.
  /// - Returns: the effect with the name.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool? = nil) -> Self {
    modified(by: .cancellable(EffectID(id), cancelInFlight: cancelInFlight))
  }

  /// Waits before each operation of the effect begins.
  ///
  /// The effect is registered at once and keeps its name and its token through the wait: it is running, and a cancel
  /// or a replacement ends it before the operation begins. Programs that an error handler returns are not delayed.
  /// Zero or less does not wait.
  ///
  /// An action, or a cancel, becomes an effect that waits, and is handled then. In a sequence or a merge that is
  /// delayed the operations wait, and actions and cancels come when it is their turn.
  ///
  /// It counts inside of a ``timeout(after:clock:)`` or a ``retry(_:clock:)`` around it, and not where it is around
  /// these. What a debounce or a throttle holds back has not begun, in whichever order they are given.
  public func delay(for duration: Duration, clock: (any Clock<Duration>)? = nil) -> Self {
    modified(by: .delay(duration, clock: clock))
  }

  /// Begins once no newer effect of the same name was launched for a while.
  ///
  /// Each launch cancels the one before, whether that waits or runs, so that no other policy than
  /// ``LaunchPolicy/replace`` can be honoured under the name: another one is ignored, with an issue. A single operation
  /// is known by this name, and by one that it has already. Of any other effect the whole is known by it, as by
  /// ``cancellable(id:cancelInFlight:)``: it waits, and then all of it runs.
  ///
  /// The wait comes before all that delays, limits or repeats the operations, in whichever order the modifiers are given.
  public func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: (any Clock<Duration>)? = nil
  ) -> Self {
    modified(by: .debounce(EffectID(id), duration, clock: clock))
  }

  /// Begins at most once of a name within each interval.
  ///
  /// ```swift
  /// .task { .saved(try await save(draft)) }.throttle(id: "save", for: .seconds(5), edges: .both)
  /// ```
  ///
  /// An operation that is held back until the end of the interval is registered at once: it counts as running, keeps its
  /// names and its token, and a cancel takes it. A newer one takes its place, unless the edges keep the first: then the
  /// newer one is refused. When it begins, its policy says what happens to those of the throttle's name that still run. A
  /// launch that is refused is none: observers are told of it, what waits for it goes on, and it takes nobody's place. The
  /// interval begins with the operation, and goes on when that ends, fails or is cancelled, its store is stopped or its child
  /// leaves. Operations of one name share an interval, whatever effect they come from; those that are launched one after the
  /// other without a suspension share one of zero or less too, which is over right after.
  ///
  /// An effect of more than one operation begins as a whole or not at all, and is known by the name as by
  /// ``cancellable(id:cancelInFlight:)``. When its turn comes, the one before it is cancelled if it still runs. If it
  /// is refused, cancelled or replaced before, nothing of it starts. Of two throttles of one name that follow each other
  /// the outer one counts.
  public func throttle(
    id: some Hashable & Sendable,
    for duration: Duration,
    edges: ThrottleEdges = .both,
    clock: (any Clock<Duration>)? = nil
  ) -> Self {
    modified(by: .throttle(EffectID(id), duration, edges, clock: clock))
  }

  /// Fails each operation that takes longer than a duration with an ``EffectTimeoutError``.
  ///
  /// The operation is cancelled then. One that ignores its cancellation is waited for, what it still sends is handled,
  /// and the error comes after it. A clock that ignores cancellation also delays an operation that finished in time. On a
  /// test clock an operation that takes exactly as long has ended in time.
  ///
  /// Inside a ``retry(_:clock:)`` it limits each attempt, around one all of them together. Around an action or a
  /// cancel, which take no time, it is ignored, with an issue.
  public func timeout(after duration: Duration, clock: (any Clock<Duration>)? = nil) -> Self {
    modified(by: .timeout(duration, clock: clock))
  }

  /// Runs each operation again when it fails.
  ///
  /// All attempts are one effect: name and token stay, the store's hook or a `catch` is told of the last error alone, and
  /// after a cancel there is no further attempt. What an attempt sent before it failed, or wrote, stays. The elements of a
  /// sequence cannot be reproduced, so a given stream fails at once; use one that is made when the effect begins, such as
  /// ``EffectProgram/stream(_:make:)``.
  ///
  /// Around an action or a cancel, which cannot fail, it is ignored, with an issue.
  public func retry(_ policy: RetryPolicy = RetryPolicy(), clock: (any Clock<Duration>)? = nil) -> Self {
    modified(by: .retry(policy, clock: clock))
  }
}

extension EffectProgram: ModifiableEffect {
  /// The program with a change that is given as a value.
  public func modified(by modifier: EffectModifier) -> EffectProgram {
    // A debounce and a throttle have their name around them.
    let levels = if case .debounce = modifier { 1 } else if case .throttle = modifier { 1 } else { 0 }
    return EffectProgram(program.modified(by: modifier), around: depth + levels)
  }

  /// Calls `handler` on the main actor when an operation of the program was cancelled or replaced.
  ///
  /// An action that it returns is sent. It is not called when the store is deallocated. A second handler replaces
  /// the first.
  public func onCancel(_ handler: @escaping @MainActor @Sendable () -> Action?) -> EffectProgram {
    EffectProgram(program.modified(by: .onCancel { handler() }), around: depth)
  }

  /// The program with changed options for each of its operations.
  ///
  /// Programs that an error handler returns are left as they are. Where there is no operation, for example in
  /// ``cancel(_:)``, nothing changes. `change` is called when an operation starts; for a program that is a single
  /// operation, at once.
  public func options(_ change: @escaping @Sendable (inout EffectOptions) -> Void) -> EffectProgram {
    EffectProgram(program.modified(by: .options(change)), around: depth)
  }
}

extension Program {
  fileprivate func modified(by modifier: EffectModifier) -> Program {
    switch modifier {
    case .priority(let priority): modified(by: .options { $0.priority = priority })
    case .named(let name): modified(by: .options { $0.name = name })
    case .policy(let policy): modified(by: ProgramModifier.policy(policy))
    case .cancellable(let id, let cancelInFlight): named(id, cancelInFlight: cancelInFlight)
    case .delay(let duration, let clock):
      modified(by: .operation(Delay(duration: duration, clock: EffectClock(explicit: clock))))
    case .debounce(let id, let duration, let clock):
      debounced(id, Delay(duration: duration, clock: EffectClock(explicit: clock)))
    case .throttle(let id, let duration, let edges, let clock):
      throttled(Throttle(id: id, duration: duration, edges: edges, clock: clock))
    case .timeout(let duration, let clock):
      modified(by: .operation(Timeout(duration: duration, clock: EffectClock(explicit: clock))))
    case .retry(let policy, let clock):
      modified(by: .operation(Retry(policy: policy, clock: EffectClock(explicit: clock))))
    }
  }

  /// The program known by a name as a whole, which may be the one that it has.
  fileprivate func named(_ id: EffectID, cancelInFlight: Bool?) -> Program {
    switch self {
    case .operation(let operation) where operation.id.map({ $0 == id }) ?? (operation.throttle == nil):
      modified(
        by: .options {
          $0.id = id
          if let cancelInFlight { $0.policy = cancelInFlight ? .replace : .concurrent }
        }
      )
    case .named(let body, id, .name(let inner)):
      body.named(id, for: .name(cancelInFlight: cancelInFlight ?? inner))
    default:
      named(id, for: .name(cancelInFlight: cancelInFlight))
    }
  }
}
