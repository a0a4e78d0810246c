public import StoreCore

/// An action for a child that is not in the state.
///
/// A store reports it as a `RuntimeIssue`; ``ComposedReducer/reduce(_:_:)`` throws it.
public struct AbsentChildError: Error, CustomStringConvertible {
  /// The parent's action, as text.
  public let action: String
  /// The scope that the child's effects would be in, as seen by its parent.
  public let child: EffectScope

  @usableFromInline
  init(action: some Any, child: EffectScope) {
    self.action = String(describing: action)
    self.child = child
  }

  /// A message that says what happened, why, and what to do.
  public var description: String {
    """
    Sent '\(action)' to the child '\(child)', which is not in the state.

    No child's reducer has seen the action: it came before the child appeared, or after it had left.

    Send a child's actions while its state is present, or have the parent check before it removes the child.
    """
  }
}
