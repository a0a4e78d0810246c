import StoreCore

extension Effect {
  /// Sends an action after each interval, until it is cancelled.
  ///
  /// The ticks come at multiples of the interval from the beginning, by the store's clock or a given one, and do not drift.
  /// What a late store has missed is one tick, at once.
  public static func timer(
    every interval: Duration,
    id: some Hashable & Sendable,
    clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    action: @escaping @Sendable () -> Action
  ) -> Effect {
    .program(.timer(every: interval, id: id, clock: clock, fileID: fileID, line: line, action: action))
  }

  /// Runs an operation at once and then with each interval, and sends the actions that it returns, until it is cancelled.
  ///
  /// The operation begins at multiples of the interval from the beginning, by the store's clock or a given one. Times that
  /// pass while it runs, or while its action waits to be handled, are left out. An error ends the poll; `retry` begins it
  /// anew.
  public static func poll(
    every interval: Duration,
    id: some Hashable & Sendable,
    clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    operation: @escaping @concurrent @Sendable () async throws -> Action
  ) -> Effect {
    .program(.poll(every: interval, id: id, clock: clock, fileID: fileID, line: line, operation: operation))
  }
}
