/// The common part of all middleware: a name.
///
/// Middleware conforms to ``BeforeActionMiddleware``, ``AfterActionMiddleware`` or ``ErrorHandlingMiddleware``, or to
/// all three by ``ActionMiddleware``.
@MainActor
public protocol BaseActionMiddleware {
  /// The middleware's name in events and logs of its vetoes, and in the message of
  /// ``ActionHandler/use(_:fileID:line:)`` about middleware without functions; by default the name of its type.
  var id: String { get }
}

extension BaseActionMiddleware {
  /// The name of the type.
  public var id: String { "\(Self.self)" }
}
