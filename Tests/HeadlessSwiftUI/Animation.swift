// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, BeginDocumentationCommentWithOneLineSummary
public struct Animation: Equatable, Sendable {
  public static let `default` = Animation()
}

/// The settings of a change. Nothing is animated here. (swiftui/transaction)
public struct Transaction {
  // Only used on the main actor, as the functions that set it are called by views.
  nonisolated(unsafe) static var current = Transaction()

  public var animation: Animation?
  public var disablesAnimations = false

  public init() {}

  public init(animation: Animation?) {
    self.animation = animation
  }
}

@available(*, unavailable)
extension Transaction: Sendable {}

public func withTransaction<Result>(
  _ transaction: Transaction,
  _ body: () throws -> Result
) rethrows -> Result {
  let outer = Transaction.current
  defer { Transaction.current = outer }
  Transaction.current = transaction
  return try body()
}

public func withAnimation<Result>(
  _ animation: Animation? = .default,
  _ body: () throws -> Result
) rethrows -> Result {
  try withTransaction(Transaction(animation: animation), body)
}
