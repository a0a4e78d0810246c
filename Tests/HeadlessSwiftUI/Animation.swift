// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, BeginDocumentationCommentWithOneLineSummary
/// (swiftui/animation)
public struct Animation: Equatable, Sendable {
  /// (swiftui/animation/default)
  public static let `default` = Animation()
}

/// The settings of a change. Nothing is animated here. (swiftui/transaction)
public struct Transaction {
  // Only used on the main actor, as the functions that set it are called by views.
  nonisolated(unsafe) static var current = Transaction()

  /// (swiftui/transaction/animation)
  public var animation: Animation?
  /// (swiftui/transaction/disablesanimations)
  public var disablesAnimations = false

  /// (swiftui/transaction/init())
  public init() {}

  /// (swiftui/transaction/init(animation:))
  public init(animation: Animation?) {
    self.animation = animation
  }
}

@available(*, unavailable)
extension Transaction: Sendable {}

/// (swiftui/withtransaction(_:_:))
public func withTransaction<Result>(
  _ transaction: Transaction,
  _ body: () throws -> Result
) rethrows -> Result {
  let outer = Transaction.current
  defer { Transaction.current = outer }
  Transaction.current = transaction
  return try body()
}

/// (swiftui/withanimation(_:_:))
public func withAnimation<Result>(
  _ animation: Animation? = .default,
  _ body: () throws -> Result
) rethrows -> Result {
  try withTransaction(Transaction(animation: animation), body)
}
