/// The refusal of an action before its handler was called, by an error that middleware threw.
///
/// A vetoed action was not handled: subscribers to actions and a parent's `output` do not hear of it, no effect starts,
/// and waits for it return. What the handlers of the error write to the state stays.
public struct ActionVeto: Sendable {
  /// The error that middleware threw.
  public let error: any Error
  /// The name of the middleware.
  public let middleware: String

  /// Creates a veto.
  public init(_ error: any Error, by middleware: String) {
    self.error = error
    self.middleware = middleware
  }
}

extension ActionVeto: CustomStringConvertible {
  /// The veto, as the end of a sentence.
  public var description: String { "vetoed by \(middleware): \(error)" }
}

extension Runtime {
  /// Notes, in the handler of an action, that the action is vetoed: it was not handled, and nothing of it starts.
  ///
  /// For an engine with middleware. Return no program for the action. Once the handler has returned, observers are
  /// notified by ``RuntimeEvent/Kind/actionVetoed(_:_:_:)``, and subscribers to actions are not.
  public func vetoHandledAction(_ veto: ActionVeto) {
    if let call = EffectTable.handlerCall, call.table === table {
      call.unhandled = .vetoed(veto)
    } else if core.queue.state == .handling {
      core.unhandled = .vetoed(veto)
    }
  }
}
