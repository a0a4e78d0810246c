extension StoreEffect {
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
  /// A policy is for the name that was given last before it; given before any name, it is for the first one after it.
  ///
  /// ```swift
  /// .run(id: document) { … }  // a newer upload of a document replaces the one before
  ///   .cancellable(id: "uploads").policy(.atMost(2, waiting: 10))  // two upload at a time, and ten wait
  /// ```
  ///
  /// ``LaunchPolicy/keepRunning`` refuses the whole effect while one of the name runs, and with
  /// ``LaunchPolicy/queue(limit:fileID:line:)`` the whole effect waits. A sequence or a merge without a name passes the
  /// policy on to the names in it. Of two policies for a name the outer one applies.
  ///
  /// A limiting policy is ignored, with an issue, where an operation has no name; so is any policy but
  /// ``LaunchPolicy/replace`` for the name of a ``debounce(id:for:clock:)``. One that would make an effect wait for
  /// itself, because programs nest two names in opposite orders, is ignored for that effect, with an issue.
  public func policy(_ policy: LaunchPolicy) -> Self {
    modified(by: .policy(policy))
  }

  /// Says what happens to running effects of one of the effect's names, whether it is given before or after this.
  ///
  /// It is the name as it was given, also inside a scope. If the effect as a whole does not have it, the policy is
  /// ignored, with an issue; the names in a sequence or a merge are not those of the whole.
  public func policy(_ policy: LaunchPolicy, of id: some Hashable & Sendable) -> Self {
    modified(by: .policy(policy, of: EffectID(id)))
  }

  /// Gives the effect a name, by which it is cancelled, replaced and queried as a whole.
  ///
  /// ```swift
  /// .sequence([
  ///   .task { .found(try await search(text)) },
  ///   .task { .ranked(try await rank(text)) },
  /// ])
  /// .cancellable(id: "search")
  /// ```
  ///
  /// A single operation without a name gets this one. Any other effect keeps the names inside, and has this one as a
  /// whole: it is running until everything in it has ended, also between two members of a sequence. A cancel of the
  /// name cancels each operation in it at once, and what has not started never does. Observers see an operation that
  /// has no name, and whose task has none, under this one. For all policies the whole counts as one effect of its name;
  /// where ``LaunchPolicy/atMost(_:_:fileID:line:)`` lets the newest win, whole programs are cancelled first.
  ///
  /// Programs with names can be nested: when an inner one is cancelled, the outer one goes on. In a scope the name
  /// belongs to the scope, as any name does.
  ///
  /// An effect can have several names, each with its own ``policy(_:)``. It begins when there is room under all of them,
  /// and can be found and cancelled by each from its launch on, also while it waits. It replaces others by each of its
  /// names when it is launched, but none if one of its policies refuses it. While it waits for a name, it has its place
  /// under those that were given before, and none under those that were given after.
  ///
  /// - Parameters:
  ///   - id: The name.
  ///   - cancelInFlight: `true` first cancels what runs under the name, in one step; `false` lets both share the name,
  ///     and one cancel ends all. Without it the policy of the name decides, and without a policy it cancels.
  /// - Returns: the effect with the name.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool? = nil) -> Self {
    modified(by: .cancellable(EffectID(id), cancelInFlight: cancelInFlight))
  }

  /// Waits before each operation of the effect begins.
  ///
  /// The effect is registered at once and keeps its name and its token through the wait: it is running, and a cancel or
  /// a replacement ends it before the operation begins. Programs that an error handler returns are not delayed. A
  /// duration of zero or less does not wait.
  ///
  /// A delayed action or cancel becomes an effect, which waits first. In a delayed sequence or merge only the
  /// operations wait; actions and cancels come when it is their turn.
  ///
  /// A ``timeout(after:clock:)`` or a ``retry(_:clock:)`` around a delay includes the wait; one inside it does not.
  /// What a debounce or a throttle holds back has not begun, in whichever order the modifiers are given.
  public func delay(for duration: Duration, clock: (any Clock<Duration>)? = nil) -> Self {
    modified(by: .delay(duration, clock: clock))
  }

  /// Begins once no newer effect of the same name has been launched for a while.
  ///
  /// Each launch cancels the one before, whether that waits or runs. So any policy but ``LaunchPolicy/replace`` under
  /// the name is ignored, with an issue. A single operation has this name in addition to one that it has already. Any
  /// other effect has it as a whole, as with ``cancellable(id:cancelInFlight:)``: it waits, and then all of it runs.
  ///
  /// The wait precedes all that delays, limits or repeats the operations, in whichever order the modifiers are given.
  public func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: (any Clock<Duration>)? = nil
  ) -> Self {
    modified(by: .debounce(EffectID(id), duration, clock: clock))
  }

  /// Begins at most one effect of a name within each interval.
  ///
  /// ```swift
  /// .task { .saved(try await save(draft)) }.throttle(id: "save", for: .seconds(5), edges: .both)
  /// ```
  ///
  /// An operation that is held back until the end of the interval is registered at once: it counts as running, keeps
  /// its names and its token, and can be cancelled. A newer one replaces it, unless the edges keep the first: then the
  /// newer one is refused. When it begins, its policy says what happens to effects of the throttle's name that still
  /// run. An operation that is refused is not launched: observers are notified, what waits for it goes on, and it
  /// replaces nothing. The interval begins with the operation, and goes on when that ends, fails or is cancelled, its
  /// store is stopped or its child leaves. Operations of one name share an interval, whatever effect they come from. An
  /// interval of zero or less is shared by those that are launched one after another without a suspension, and is over
  /// right after.
  ///
  /// An effect of more than one operation begins as a whole or not at all, and has the name as with
  /// ``cancellable(id:cancelInFlight:)``. When its turn comes, the one before it is cancelled if it still runs. If it
  /// is refused, cancelled or replaced before that, nothing of it starts. Of two throttles of one name, one right
  /// around the other, the outer one applies.
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
  /// The operation is then cancelled. If it ignores that, the effect waits for it: what it still sends is handled, and
  /// the error comes after it. A clock that ignores cancellation also delays an operation that finished in time. On a
  /// test clock an operation that takes exactly the duration is in time. A duration of zero or less fails an operation
  /// without beginning it.
  ///
  /// Inside a ``retry(_:clock:)`` it limits each attempt, around one all attempts together. Around an action or a
  /// cancel, which take no time, it is ignored, with an issue.
  public func timeout(after duration: Duration, clock: (any Clock<Duration>)? = nil) -> Self {
    modified(by: .timeout(duration, clock: clock))
  }

  /// Runs each operation again when it fails.
  ///
  /// All attempts are one effect: name and token stay, only the last error reaches a `catch` or the store's hook, and
  /// after a cancel there is no further attempt. What an attempt sent or wrote before it failed stays.
  ///
  /// Around an action or a cancel, which cannot fail, it is ignored, with an issue. So it is around the stream of a
  /// given sequence, whose elements cannot be reproduced; use a stream that is made when the effect begins, such as
  /// ``EffectProgram/stream(_:make:)``.
  public func retry(_ policy: RetryPolicy = RetryPolicy(), clock: (any Clock<Duration>)? = nil) -> Self {
    modified(by: .retry(policy, clock: clock))
  }
}
