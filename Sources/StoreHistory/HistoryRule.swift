import StoreCore

/// The meaning of an action for the history of a state.
///
/// ```swift
/// { action in
///   switch action {
///   case .typed: .record(group: "typing")
///   case .deletedAll: .record
///   case .undo: .undo
///   case .redo: .redo
///   case .opened: .clear
///   default: .ignore
///   }
/// }
/// ```
///
/// **Effects.** With a step that is undone, what its actions have caused is cancelled: their effects, the actions that
/// these send, and the effects of those. ``keepingEffects()`` says otherwise, for the actions whose effects are to go on,
/// or for the undo itself. A redo brings back the value and launches nothing by itself; the reducer may, as it sees undo and
/// redo too.
public struct HistoryRule: Hashable, Sendable {
  enum Kind: Hashable {
    case ignore
    case record(group: EffectID?, pause: Duration)
    case undo
    case redo
    case clear
  }

  let kind: Kind
  let keepsEffects: Bool

  private init(_ kind: Kind, keepsEffects: Bool = false) {
    self.kind = kind
    self.keepsEffects = keepsEffects
  }

  /// Leaves the history alone: what the action changes is undone with the step before it.
  public static let ignore = HistoryRule(.ignore)

  /// A step of its own, if it changes the value.
  public static let record = HistoryRule(.record(group: nil, pause: .zero))

  /// A step together with the actions of the same group before it, if it changes the value; ignored ones may be between.
  ///
  /// - Parameters:
  ///   - group: The name of the group.
  ///   - pause: How much time there may be since the last change of the group, by the clock of the ``History``.
  /// - Returns: the rule.
  public static func record(group: some Hashable & Sendable, within pause: Duration = .seconds(1)) -> HistoryRule {
    HistoryRule(.record(group: EffectID(group), pause: pause))
  }

  /// Takes back the newest step.
  public static let undo = HistoryRule(.undo)

  /// Makes the step again that was undone last.
  public static let redo = HistoryRule(.redo)

  /// Gives up all steps, once the action was handled.
  public static let clear = HistoryRule(.clear)

  /// The rule without the cancel of effects: those of the action go on when it is undone; of an undo, those of the step.
  public func keepingEffects() -> HistoryRule {
    HistoryRule(kind, keepsEffects: true)
  }
}
