/// The ends of a throttle's interval at which operations begin.
public enum ThrottleEdges: Hashable, Sendable {
  /// The first operation begins at once; those within the interval after it are refused.
  case leading
  /// The first operation opens an interval; the newest one within it begins at its end.
  case trailing
  /// The first operation begins at once; the newest one within the interval after it begins at its end.
  case both
  /// The first operation opens an interval, and begins at its end; others within it are refused.
  case trailingKeepingFirst
  /// The first operation begins at once; the next one within the interval after it begins at its end, and others are
  /// refused.
  case bothKeepingFirst

  /// Whether the first operation begins at once.
  package var isLeading: Bool {
    switch self {
    case .leading, .both, .bothKeepingFirst: true
    case .trailing, .trailingKeepingFirst: false
    }
  }

  /// Whether an operation is held back until the end of the interval.
  package var isTrailing: Bool { self != .leading }

  /// Whether the operation that is held back stays when another comes.
  package var keepsFirst: Bool {
    switch self {
    case .trailingKeepingFirst, .bothKeepingFirst: true
    case .leading, .trailing, .both: false
    }
  }
}

/// A limit of one beginning in each interval, for the effects of one name.
@usableFromInline
package final class Throttle: Sendable {
  package let id: EffectID
  let duration: Duration
  let edges: ThrottleEdges
  let clock: (any Clock<Duration>)?

  init(id: EffectID, duration: Duration, edges: ThrottleEdges, clock: (any Clock<Duration>)?) {
    self.id = id
    self.duration = duration
    self.edges = edges
    self.clock = clock
  }
}

extension Program {
  /// The program with a limit to how often effects of a name may begin.
  ///
  /// Of two throttles of one name the outer one applies: the interval that it opens would refuse what the inner one
  /// begins.
  func throttled(_ throttle: Throttle) -> Program {
    switch self {
    case .none:
      return self
    case .operation(let operation) where operation.throttle.map { $0.id == throttle.id } ?? true:
      return operation.known(as: throttle.id) { $0.throttle = throttle }
    case .named(.modified(let body, .throttle), throttle.id, .throttle):
      return .modified(body, .throttle(throttle)).named(throttle.id, for: .throttle)
    default:
      // Around the program, even if that is an operation: one that has another throttle keeps it.
      return Program.modified(self, .throttle(throttle)).named(throttle.id, for: .throttle)
    }
  }
}

extension OpenedProgram {
  /// The wait of a whole program for its throttle, if it has one.
  func throttleWait() -> Wait? {
    var rest = modifiers
    guard let (throttle, given) = rest.takeThrottle() else { return nil }
    let facts = program.facts()
    // Else it is the first name after the policies that were given inside.
    let isFirst = !rest.isThrottled && !facts.hasName
    let policy = given ?? (isFirst ? rest.policy ?? facts.policy : nil)
    var operation = rest.operationInFront(throttle: throttle).with { $0.options.policy = policy }
    if operation.answers?.onRefused == nil, let answer = program.refusalAnswer {
      operation = operation.modified(by: .onRefused(answer))
    }
    if isFirst { rest.giveAllPolicies() }
    return Wait(operation: operation, modifiers: rest)
  }
}

// MARK: Decisions

extension EffectTable.StateMachine {
  /// A throttle's decision about a launch.
  enum Throttling {
    /// There is no throttle.
    case none
    /// It begins, as far as the throttle is concerned, and opens a window.
    case begins
    /// It is held until the window ends, and opens one if there is none.
    case holds
    /// It comes too early.
    case refuses
  }

  func throttling(of launch: LaunchRequest) -> Throttling {
    guard let id = launch.id, let edges = launch.edges else { return .none }
    guard windows[id] != nil else { return edges.isLeading ? .begins : .holds }
    return edges.isTrailing && !(edges.keepsFirst && runs.held(of: id) != nil) ? .holds : .refuses
  }

  /// Ends a throttle's window, and begins the next one with the held run, unless its policy refuses that.
  ///
  /// - Returns: the held run, if it has begun the next window, which has to be ended in turn.
  package mutating func endWindow(of id: EffectID) -> (next: Run?, changes: Changes) {
    var changes = Changes()
    guard windows[id] != nil, !isClosed, let key = runs.held(of: id), let run = runs.run(of: key), let held = runs[key],
      case .held(let policy) = held.status
    else {
      windows[id] = nil
      return (nil, changes)
    }
    let names = ClaimedNames(id: id, policy: policy, further: furtherNames(around: held.container, besides: id))
    let refusal = refusal(of: names, inside: held.container)
    if let refusal {
      windows[id] = nil
      takeOut([key], .refused(refusal.reason), &changes)
    } else {
      makePlaces(for: names, inside: held.container, besides: key, &changes)
      let (status, queue) = takePlaces(for: names, inside: held.container)
      runs.change(key, to: status, in: queue)
      let begins = beginUnlessWaiting(run, key, status, id: id, in: held.container, &changes)
      if begins { changes.started.append(run) }
    }
    startDue(&changes)
    return (refusal == nil ? run : nil, changes)
  }
}

// MARK: Timers

extension EffectTable {
  /// Waits until a window ends, and then until each one after it has ended, unless the store ends first.
  func openWindow(of id: EffectID, _ throttle: Throttle) {
    let timer = Task.detached(executorPreference: executor) { [self] in
      var next: Throttle? = throttle
      while let throttle = next, !Task.isCancelled {
        guard throttle.duration > .zero else {
          // On the main actor, so that launches without a suspension between them share the window.
          next = await Task.detached { @MainActor [self] in endWindow(of: id) }.value
          continue
        }
        let clock = EffectClock(explicit: throttle.clock ?? options.clock)
        // A clock that fails ends the window, which would otherwise stay for ever.
        try? await ThrottleTimer.$current.withValue(waitWatch == nil ? nil : ThrottleTimer(table: self, id: id)) {
          try await clock.sleep(for: throttle.duration)
        }
        next = Task.isCancelled ? nil : endWindow(of: id)
      }
    }
    // It may have ended meanwhile. No other window of the name has begun: launches are on the main actor, as this is.
    withMachine { if $0.windows[id] != nil { $0.windows[id] = timer } }
  }
}
