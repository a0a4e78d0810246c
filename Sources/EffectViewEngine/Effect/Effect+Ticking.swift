public import StoreCore

extension Effect: TickingEffect {
  /// Does what a program says, in the vocabulary that all engines share: for what an effect has no words of its own.
  ///
  /// Its operations know nothing of the environment; they send events.
  public static func program(_ program: EffectProgram<Event>) -> Effect {
    .program { _ in program }
  }

  /// Runs an operation at once and then with each interval, and sends the events that it returns, until it is cancelled.
  ///
  /// The operation runs on the main actor with the environment; one without arguments runs off it. All else is as with
  /// `TickingEffect.poll(every:id:clock:fileID:line:operation:)`.
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
        // Asked here, where cancels are made: the poll may have been on its way.
        try Task.checkCancellation()
        return try await operation(env)
      }
      return .poll(every: interval, id: id, clock: clock, fileID: fileID, line: line) { try await operation() }
    }
  }
}
