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
/// **Effects.** An undo cancels everything that the actions of the step have caused: their effects, the actions that
/// these send, and the effects of those. ``keepingEffects()`` lets effects continue, for an action's rule or for the
/// undo itself. A redo restores the value and launches nothing; the reducer may, as it also sees undo and redo.
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

  /// Leaves the history unchanged: the action's change is undone with the step before it.
  public static let ignore = HistoryRule(.ignore)

  /// Records a separate step, if the action changes the value.
  public static let record = HistoryRule(.record(group: nil, pause: .zero))

  /// Records one step for consecutive actions of a group, if they change the value; ignored ones may be in between.
  ///
  /// - Parameters:
  ///   - group: The name of the group.
  ///   - pause: The longest time since the last change of the group, by the clock of the ``History``.
  /// - Returns: The rule.
  public static func record(group: some Hashable & Sendable, within pause: Duration = .seconds(1)) -> HistoryRule {
    HistoryRule(.record(group: EffectID(group), pause: pause))
  }

  /// Undoes the newest step.
  public static let undo = HistoryRule(.undo)

  /// Redoes the step that was undone last.
  public static let redo = HistoryRule(.redo)

  /// Drops all steps, once the action was handled.
  public static let clear = HistoryRule(.clear)

  /// Returns the rule without the cancel of effects: of the action's when it is undone, or, for an undo, of the step's.
  public func keepingEffects() -> HistoryRule {
    HistoryRule(kind, keepsEffects: true)
  }
}
