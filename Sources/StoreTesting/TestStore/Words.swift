import StoreCore
import StoreSimulation

/// The work of a store that a step has waited for, and that has not ended.
struct PendingWork {
  /// The running effects, in the order of their launches.
  let effects: [EffectInfo]
  /// The effects that were cancelled and have not ended, if they can bring what was waited for.
  let draining: [EffectInfo]
  /// Whether a handler has suspended and not returned.
  let isHandling: Bool
  /// The suspended action, if its handler is what has suspended.
  let suspended: NodeKey?
  /// The clock in the store's options, if it is a test's.
  let clock: TestClock?

  var isEmpty: Bool { effects.isEmpty && draining.isEmpty && !isHandling }
}

/// The descriptions of actions and effects in failures.
enum Words {
  /// The description of a sender that began before the test store was made.
  static let unknownEffect = "an effect that began before the test store was made"

  /// Returns an action in source form, as far as its description shows it, on one line and shortened if it is long.
  static func action(_ action: Any) -> String {
    let isPlainCase = Mirror(reflecting: action).displayStyle == .enum && !(action is any CustomStringConvertible)
    let words = "\(isPlainCase ? "." : "")\(action)".split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: " ")
    return words.count > 120 ? words.prefix(120) + "…" : words
  }

  /// Returns actions in order, one per line.
  static func list(_ actions: [some Any]) -> String {
    list(actions.map { action($0) })
  }

  /// Returns lines with their numbers.
  static func list(_ lines: [String]) -> String {
    lines.enumerated().map { "  \($0.offset + 1). \($0.element)" }.joined(separator: "\n")
  }

  /// Returns an effect's name in quotes, and its kind.
  static func name(of effect: EffectInfo) -> String {
    let kind = effect.isStream ? "stream" : "effect"
    guard let name = effect.id?.description ?? effect.name else { return "\(kind) without a name" }
    return "\(kind) '\(name)'"
  }

  /// A sentence about a handler that holds up its store.
  static let suspended = "A handler has suspended and has not returned."

  /// A sentence about a scope from which nothing comes any more.
  static let departed = "The child of the scope has departed, so that neither actions nor changes come any more."

  /// Returns sentences about the work that has not ended, and one about the clock that it may wait for.
  static func pending(_ work: PendingWork) -> String {
    guard !work.isEmpty else { return "No effect is running." }
    let running = "Effects are running, in the order of their launches:\n\n\(list(work.effects))"
    let draining = "Cancelled effects that have not ended, in the order of their launches:\n\n\(list(work.draining))"
    let sentences = [
      work.isHandling ? suspended : nil,
      work.effects.isEmpty ? nil : running,
      work.draining.isEmpty ? nil : draining,
      work.clock.map { sleepers(on: $0) },
    ]
    return sentences.compactMap(\.self).joined(separator: "\n\n")
  }

  /// Returns a sentence about the time of the store's clock, and what sleeps on it.
  static func sleepers(on clock: TestClock) -> String {
    let time = "The store's clock is at \(clock.now.offset)"
    guard let next = clock.deadlines.first else { return "\(time), and nothing sleeps on it." }
    return "\(time), and the next sleep on it ends at \(next.offset)."
  }

  /// Returns effects in order, one per line, with a mark on those that wait.
  static func list(_ effects: [EffectInfo], waiting: [EffectInfo] = []) -> String {
    let waiting = Set(waiting.map(\.token))
    return list(effects.map { name(of: $0) + (waiting.contains($0.token) ? ", which waits for its turn" : "") })
  }
}
