/// How much an engine did, in numbers.
package struct RunTotals: Equatable, Sendable {
  /// The actions that were sent, by the scenario or by effects.
  package var actions: Int

  /// The effects that started.
  package var started: Int

  /// The effects that ran to their end.
  package var finished: Int

  /// The effects that ended with an error other than cancellation.
  package var failed: Int

  /// The effects that were cancelled after their start.
  package var cancelled: Int

  /// The actions and effects that were refused, and so did nothing.
  package var dropped: Int

  /// The most elements of a stream that waited to be handled at one time; nil if there was no stream.
  package var mostWaiting: Int?

  /// The effects that started and are over, however they ended.
  ///
  /// Fewer than have started means that some run on; more, that some were cancelled while they still waited.
  package var ended: Int { finished + failed + cancelled }

  /// Creates totals.
  package init(
    actions: Int = 0,
    started: Int = 0,
    finished: Int = 0,
    failed: Int = 0,
    cancelled: Int = 0,
    dropped: Int = 0,
    mostWaiting: Int? = nil
  ) {
    self.actions = actions
    self.started = started
    self.finished = finished
    self.failed = failed
    self.cancelled = cancelled
    self.dropped = dropped
    self.mostWaiting = mostWaiting
  }
}
