/// The words of failures for actions and effects.
enum Words {
  /// What sent an action that has ended before anybody looked.
  static let unknownEffect = "an effect that began before the test store was made"

  /// An action as it is written in the source, as far as its description tells, in one line and cut where it is long.
  static func action(_ action: Any) -> String {
    let isPlainCase = Mirror(reflecting: action).displayStyle == .enum && !(action is any CustomStringConvertible)
    let words = "\(isPlainCase ? "." : "")\(action)".split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: " ")
    return words.count > 120 ? words.prefix(120) + "…" : words
  }

  /// Actions in order, one in a line.
  static func list(_ actions: [some Any]) -> String {
    list(actions.map { action($0) })
  }

  /// Lines with their numbers.
  static func list(_ lines: [String]) -> String {
    lines.enumerated().map { "  \($0.offset + 1). \($0.element)" }.joined(separator: "\n")
  }

  /// An effect's name in quotes, and what kind it is.
  static func name(of effect: EffectInfo) -> String {
    let kind = effect.isStream ? "stream" : "effect"
    guard let name = effect.id?.description ?? effect.name else { return "\(kind) without a name" }
    return "\(kind) '\(name)'"
  }

  /// Which effects are running.
  static func running(_ effects: [EffectInfo]) -> String {
    effects.isEmpty
      ? "No effect is running." : "Effects are running, in the order of their launches:\n\n\(list(effects))"
  }

  /// Effects in order, one in a line, those marked that wait.
  static func list(_ effects: [EffectInfo], waiting: [EffectInfo] = []) -> String {
    let waiting = Set(waiting.map(\.token))
    return list(effects.map { name(of: $0) + (waiting.contains($0.token) ? ", which waits for its turn" : "") })
  }
}
