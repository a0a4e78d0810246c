public import StoreCore

extension Effect {
  /// Runs a program, in the vocabulary that all engines share: for what this engine's effects cannot express.
  ///
  /// Its operations do not get the environment; they send events.
  public static func program(_ program: EffectProgram<Event>) -> Effect {
    .program { _ in program }
  }

  /// Runs an operation at once and then with each interval, and sends its events, until it is cancelled.
  ///
  /// The operation runs on the main actor with the environment; one without arguments runs off it. Otherwise it is like
  /// `StoreEffect.poll(every:id:clock:fileID:line:operation:)`.
  public static func poll<ID: Hashable & Sendable>(
    every interval: Duration,
    id: ID? = EffectID?.none,
    clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    operation: @escaping @MainActor (Env) async throws -> Event
  ) -> Effect {
    .program { env in
      let operation: @MainActor @Sendable () async throws -> Event = {
        // Checked on the main actor, where cancels happen: a cancel may have come while the poll was on its way here.
        try Task.checkCancellation()
        return try await operation(env)
      }
      return .poll(every: interval, id: id, clock: clock, fileID: fileID, line: line) { try await operation() }
    }
  }
}
