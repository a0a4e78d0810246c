import StoreCore

/// The name of one attempt of an effect, the same in each run: `save#2` is the second launch of `save`.
///
/// Launches are counted from 1 for each name, over all stores of a bench. The name is the effect's id, else the name of
/// its task, else the action that launched it. A retry makes further attempts: `save#2.3` is the third attempt of the
/// second launch. What an effect's modifiers do around the attempts, such as the wait of a debounce, is attempt 0.
///
/// The name of an effect in a scope begins with the scope's path: `rows/3/save`. Latencies and faults may be given for
/// the end of such a name: `save` is in every scope the effect of that name, and `save#2` the second launch in each.
/// Where several fit, the longest counts; the whole name selects one scope.
///
/// The name of an id is its description. Use ids with the same description in each run: a new `UUID`, an
/// `ObjectIdentifier` or a `Set` has another one each time.
///
/// ```swift
/// let second: SimulatedEffect = "save#2"
/// ```
public struct SimulatedEffect: Hashable, Sendable {
  /// The name of the effect.
  public let name: String
  /// The number of the launch among those of the name, from 1.
  public let number: Int
  /// The number of the attempt, from 1; 0 for what modifiers do around the attempts.
  public let attempt: Int

  /// Whether it is the work of modifiers.
  var isOfModifiers: Bool { attempt == 0 }

  /// Creates the name of an attempt; by default it is the first of the launch.
  public init(_ name: String, number: Int, attempt: Int = 1) {
    self.name = name
    self.number = number
    self.attempt = attempt
  }
}

extension SimulatedEffect {
  /// The names by which latencies and faults may mean it, the longest first: the whole one, and its ends.
  var names: [String] {
    var names = [name]
    var rest = name[...]
    while let slash = rest.firstIndex(of: "/") {
      rest = rest[rest.index(after: slash)...]
      if !rest.isEmpty { names.append(String(rest)) }
    }
    return names
  }

  /// The same launch and attempt under the names that may mean it, the longest first.
  var spellings: [SimulatedEffect] { names.map { SimulatedEffect($0, number: number, attempt: attempt) } }
}

extension SimulatedEffect: ExpressibleByStringLiteral, LosslessStringConvertible {
  /// Parses a name such as `save#2` or `save#2.3`; without numbers it is the first.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// Parses a name such as `save#2` or `save#2.3`; without numbers it is the first.
  public init(_ text: String) {
    let parts = text.split(separator: "#", omittingEmptySubsequences: false)
    let numbers = parts.count > 1 ? parts[parts.count - 1].split(separator: ".").map { Int($0) } : []
    let (number, attempt) = (numbers.first ?? nil, numbers.count > 1 ? numbers[1] : 1)
    if let number, let attempt, numbers.count < 3 {
      self.init(parts.dropLast().joined(separator: "#"), number: number, attempt: attempt)
    } else {
      self.init(text, number: 1)
    }
  }

  /// The name and the number, with the attempt if it is not the first.
  public var description: String { "\(name)#\(number)\(attempt == 1 ? "" : ".\(attempt)")" }
}

/// The launches of a bench's effects, counted for each name in the order in which the stores launch them.
final class SimulatedEffects: RuntimeObserver {
  private struct State {
    var counts: [String: Int] = [:]
    var launches: [CancellationToken: SimulatedEffect] = [:]
    var attempts: [CancellationToken: Int] = [:]
    var hasSuspendedHandlers = false
  }

  private let state = Locked(State())

  /// The names of the effects that were launched.
  var names: Set<String> { state.withLock { Set($0.counts.keys) } }

  /// Whether an effect was launched.
  var hasLaunched: Bool { state.withLock { !$0.counts.isEmpty } }

  /// Whether a handler has suspended, as an effect of its own does.
  var hasSuspendedHandlers: Bool { state.withLock { $0.hasSuspendedHandlers } }

  func receive(_ event: RuntimeEvent) {
    switch event.kind {
    case .effectStarted(let info): _ = launch(of: info)
    case .handlerSuspended: state.withLock { $0.hasSuspendedHandlers = true }
    default: break
    }
  }

  /// Returns the launch of an effect, and counts it if it has not been counted before.
  func launch(of info: EffectInfo) -> SimulatedEffect {
    state.withLock { state in
      if let launch = state.launches[info.token] { return launch }
      let name = info.simulatedName
      let number = state.counts[name, default: 0] + 1
      state.counts[name] = number
      let launch = SimulatedEffect(name, number: number)
      state.launches[info.token] = launch
      return launch
    }
  }

  /// Returns the attempt that an effect begins now.
  func nextAttempt(of info: EffectInfo) -> SimulatedEffect {
    let launch = launch(of: info)
    let attempt = state.withLock { state in
      state.attempts[info.token, default: 0] += 1
      return state.attempts[info.token] ?? 1
    }
    return SimulatedEffect(launch.name, number: launch.number, attempt: attempt)
  }
}

extension EffectInfo {
  /// The effect's name in every run.
  var simulatedName: String {
    id.map(\.description) ?? name ?? action.map { RepeatedActions.name(of: $0) } ?? "effect"
  }
}

extension SimulatedEffect {
  /// The attempt whose operation runs in the current task.
  @TaskLocal static var attempt: SimulatedEffect?

  /// Returns the attempt that the current task belongs to; outside of its operation, as in a debounce, attempt 0.
  static func current(in effects: SimulatedEffects) -> SimulatedEffect? {
    if let attempt { return attempt }
    guard let info = CurrentEffect.info else { return nil }
    let launch = effects.launch(of: info)
    return SimulatedEffect(launch.name, number: launch.number, attempt: 0)
  }
}
