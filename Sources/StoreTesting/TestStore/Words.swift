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

  /// Returns a sentence about the effects that run.
  static func running(_ effects: [EffectInfo]) -> String {
    effects.isEmpty
      ? "No effect is running." : "Effects are running, in the order of their launches:\n\n\(list(effects))"
  }

  /// Returns effects in order, one per line, with a mark on those that wait.
  static func list(_ effects: [EffectInfo], waiting: [EffectInfo] = []) -> String {
    let waiting = Set(waiting.map(\.token))
    return list(effects.map { name(of: $0) + (waiting.contains($0.token) ? ", which waits for its turn" : "") })
  }
}
