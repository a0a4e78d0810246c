public import StoreCore

/// A written record of a store's actions, effects and drops with their causes, and of its schedule's choices.
///
/// ```text
///   300ms  effect search started, by typed("sw")
///   340ms  handled found(2), sent by effect search
/// ```
public final class RuntimeTrace: RuntimeObserver {
  private struct State {
    var lines: [String] = []
    /// The descriptions of actions and effects that may be causes.
    var actions: [ActionID: String] = [:]
    var effects: [CancellationToken: String] = [:]
  }

  private let state = Locked(State())
  private let now: @Sendable () -> Duration

  /// Creates an empty trace.
  ///
  /// - Parameter now: Returns the time of an event.
  public init(now: @escaping @Sendable () -> Duration) {
    self.now = now
  }

  /// All that has happened, a line for each.
  public var lines: [String] { state.withLock { $0.lines } }

  /// Records an event.
  public func receive(_ event: RuntimeEvent) {
    let time = now()
    state.withLock { state in
      guard let words = words(for: event, &state) else { return }
      state.lines.append(line(words, at: time))
    }
  }

  func note(_ words: String) {
    let time = now()
    state.withLock { $0.lines.append(line(words, at: time)) }
  }

  private func line(_ words: String, at time: Duration) -> String {
    let text = TraceTime.text(for: time)
    return String(repeating: " ", count: max(0, 8 - text.count)) + text + "  " + words
  }

  private func words(for event: RuntimeEvent, _ state: inout State) -> String? {
    switch event.kind {
    case .actionHandled(let action, let id):
      state.actions[id] = "\(action)"
      return "handled \(action)\(cause(event.cause, state, verb: "sent by"))"
    case .actionDropped(let action):
      return "dropped \(action)\(cause(event.cause, state, verb: "sent by"))"
    case .actionVetoed(let action, let id, let veto):
      state.actions[id] = "\(action)"
      return "vetoed \(action) by \(veto.middleware), \(veto.error)\(cause(event.cause, state, verb: "sent by"))"
    case .stateChanged:
      return "the state was changed from outside"
    case .effectQueued(let info):
      return "\(name(info, &state)) waits for its turn\(cause(event.cause, state, verb: "launched by"))"
    case .effectRefused(let info, let reason):
      return "\(name(info, &state)) was refused, \(reason)\(cause(event.cause, state, verb: "launched by"))"
    case .effectStarted(let info):
      return "\(name(info, &state)) started\(cause(event.cause, state, verb: "launched by"))"
    case .effectEnded(let info, let outcome):
      return "\(name(info, &state)) ended, \(outcome)"
    case .effectDrained(let info):
      return "\(name(info, &state)) has drained"
    case .errorUncaught(let error):
      return "uncaught error \(error.error)\(cause(event.cause, state, verb: "thrown by"))"
    case .issueFound(let issue):
      return "issue: \(issue.message.prefix { $0 != "\n" })"
    }
  }

  private func name(_ info: EffectInfo, _ state: inout State) -> String {
    let name = "effect \(info.id.map { "\($0)" } ?? info.name ?? "without a name")"
    state.effects[info.token] = name
    return name
  }

  private func cause(_ cause: EventCause?, _ state: State, verb: String) -> String {
    switch cause {
    case nil: ""
    case .action(let id): ", \(verb) \(state.actions[id] ?? "an action")"
    case .effect(let token): ", \(verb) \(state.effects[token] ?? "an effect")"
    }
  }
}

/// Times as traces and reports show them.
enum TraceTime {
  /// Returns milliseconds, with up to three digits after the point as needed.
  static func text(for time: Duration) -> String {
    let microseconds = time.attoseconds / 1_000_000_000_000
    let (milliseconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000)
    guard rest != 0 else { return "\(milliseconds)ms" }
    let digits = String(rest.magnitude)
    var fraction = String(repeating: "0", count: 3 - digits.count) + digits
    while fraction.last == "0" { fraction.removeLast() }
    return "\(milliseconds).\(fraction)ms"
  }
}
