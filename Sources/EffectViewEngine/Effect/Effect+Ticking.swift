import StoreCore

extension Effect {
  /// Sends an event after each interval, until it is cancelled.
  ///
  /// The ticks come at multiples of the interval from the beginning, by the host's clock or a given one, and do not drift.
  /// What a late host has missed is one tick, at once.
  public static func timer(
    every interval: Duration,
    id: some Hashable & Sendable,
    clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    event: @escaping @Sendable () -> Event
  ) -> Effect {
    let program = EffectProgram.timer(every: interval, id: id, clock: clock, fileID: fileID, line: line, action: event)
    return .program { _ in program }
  }

  /// Runs an operation at once and then with each interval, and sends the events that it returns, until it is cancelled.
  ///
  /// The operation runs on the main actor, and begins at multiples of the interval from the beginning, by the host's clock
  /// or a given one. Times that pass while it runs, or while its event waits to be handled, are left out. An error ends the
  /// poll; `retry` begins it anew.
  public static func poll(
    every interval: Duration,
    id: some Hashable & Sendable,
    clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    operation: @escaping @MainActor (Env) async throws -> Event
  ) -> Effect {
    .program { env in
      let operation: @MainActor @Sendable () async throws -> Event = { try await operation(env) }
      return .poll(every: interval, id: id, clock: clock, fileID: fileID, line: line) { try await operation() }
    }
  }
}
