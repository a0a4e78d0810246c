/// A source of ticks, in bursts on a clock.
struct TickExchange: Sendable {
  let parameters: Ticker.Parameters
  let clock: any Clock<Duration>
  let backlog: Backlog

  /// The ticks from the first one on.
  ///
  /// The ticks of a burst come as fast as they are asked for.
  var ticks: Ticks { Ticks(parameters: parameters, clock: clock, backlog: backlog) }

  /// The ticks of one stream.
  struct Ticks: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let parameters: Ticker.Parameters
    let clock: any Clock<Duration>
    let backlog: Backlog
    var given = 0

    func makeAsyncIterator() -> Ticks { self }

    /// Waits for the next tick.
    ///
    /// - Throws: `CancellationError` once the task is cancelled between two bursts.
    mutating func next() async throws -> Tick? {
      guard given < parameters.count else { return nil }
      if given % parameters.burst == 0 { try await clock.sleep(for: parameters.interval) }
      given += 1
      backlog.give()
      return Tick(number: given, count: parameters.count)
    }
  }
}

/// One element of the ticker's stream.
struct Tick: Equatable, Sendable {
  /// The place of the tick in its stream, counted from 1.
  var number: Int
  /// The number of all ticks of the stream.
  var count: Int

  /// Whether no tick follows.
  var isLast: Bool { number == count }

  /// Whether the tick completes a quarter of the stream.
  var completesQuarter: Bool { Quarter.count(number, of: count) > Quarter.count(number - 1, of: count) }
}
