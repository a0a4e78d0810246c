/// The requests of a state's history for the effects of the action that was handled last.
public struct HistoryEffects: Sendable {
  enum Kind: Sendable {
    /// Nothing.
    case keep
    /// They belong to the newest step.
    case mark(EffectMark)
    /// A step was undone, whose effects end.
    case cancel(EffectMark)
  }

  let kind: Kind

  /// Whether nothing is asked.
  public var isNone: Bool {
    if case .keep = kind { true } else { false }
  }

  /// The program of the action, marked for its step, or behind the cancel of what an undone step has caused.
  public func program<Action>(around program: EffectProgram<Action>) -> EffectProgram<Action> {
    switch kind {
    case .keep: program
    case .mark(let mark): program.marked(by: mark)
    case .cancel(let mark): .merge([.cancel(.marked(by: mark)), program])
    }
  }
}
