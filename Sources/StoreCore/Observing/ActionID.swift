/// Which of a store's handled actions is meant.
///
/// Of two actions of one store, the one that was handled later has the greater number. Actions are numbered while
/// somebody observes the store.
public struct ActionID: Hashable, Comparable, Sendable {
  /// The number, from 1.
  public let rawValue: UInt64

  @usableFromInline
  init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Whether `lhs` was handled before `rhs`.
  public static func < (lhs: ActionID, rhs: ActionID) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}
