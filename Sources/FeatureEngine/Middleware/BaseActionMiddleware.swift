/// The common part of all middleware: a name.
///
/// A middleware conforms to one of ``BeforeActionMiddleware``, ``AfterActionMiddleware`` and ``ErrorHandlingMiddleware``,
/// or to all at once by ``ActionMiddleware``.
@MainActor
public protocol BaseActionMiddleware {
  /// The middleware's name in reports; by default that of its type.
  var id: String { get }
}

extension BaseActionMiddleware {
  /// The name of the type.
  public var id: String { "\(Self.self)" }
}
