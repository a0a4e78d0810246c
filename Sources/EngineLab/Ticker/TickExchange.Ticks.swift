extension TickExchange {
  /// The ticks of one stream.
  package struct Ticks: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let parameters: TickerParameters
    private let clock: any Clock<Duration>
    private let backlog: Backlog
    private var given = 0

    init(parameters: TickerParameters, clock: any Clock<Duration>, backlog: Backlog) {
      self.parameters = parameters
      self.clock = clock
      self.backlog = backlog
    }

    package func makeAsyncIterator() -> Ticks { self }

    /// Waits for the next tick.
    ///
    /// - Throws: `CancellationError` once the task is cancelled between two bursts.
    package mutating func next() async throws -> Tick? {
      guard given < parameters.count else { return nil }
      if given % parameters.burst == 0 { try await clock.sleep(for: parameters.interval) }
      given += 1
      backlog.give()
      return Tick(number: given, count: parameters.count)
    }
  }
}
