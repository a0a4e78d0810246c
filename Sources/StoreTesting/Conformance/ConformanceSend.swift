public import StoreCore

/// How an operation of a check sends actions.
public struct ConformanceSend: Sendable {
  private let post: @Sendable (ConformanceAction) -> Void
  private let performAction: @Sendable (ConformanceAction) async -> Void

  /// Creates it around what an engine hands to an operation.
  ///
  /// - Parameters:
  ///   - send: Sends an action, and returns at once.
  ///   - perform: Sends an action, and waits for all it causes.
  public init(
    send: @escaping @Sendable (ConformanceAction) -> Void,
    perform: @escaping @Sendable (ConformanceAction) async -> Void
  ) {
    post = send
    performAction = perform
  }

  /// Creates it around StoreCore's own.
  public init(_ send: Send<ConformanceAction>) {
    self.init {
      send($0)
    } perform: {
      await send.perform($0)
    }
  }

  func callAsFunction(_ name: String) {
    post(ConformanceAction(name))
  }

  func callAsFunction(_ action: ConformanceAction) {
    post(action)
  }

  func perform(_ action: ConformanceAction) async {
    await performAction(action)
  }
}
