/// The reason why an action whose handler was called does not count as handled.
enum Unhandled: Sendable {
  /// The handler's changes are discarded; see ``Runtime/dropHandledAction()``.
  case dropped
  /// Middleware has refused the action; see ``Runtime/vetoHandledAction(_:)``.
  case vetoed(ActionVeto)

  var isDrop: Bool { if case .dropped = self { true } else { false } }
}
