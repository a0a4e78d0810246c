#if DEBUG
/// An element of a chain: while the one before it was handled, the stream that it came from was fed.
package final class StreamLink: Sendable {
  /// The number of elements that may follow each other, if the chain limit of their stores allows as many.
  static let limit = 1_000

  /// The number of elements in the chain, this one included.
  let count: Int
  /// The last actions that the elements became, near the limit, with their stores.
  let actions: [String]

  init(after other: StreamLink?, limit: Int, action: () -> String) {
    count = (other?.count ?? 0) + 1
    let isNearLimit = count > limit - ActionChain.reportedCount
    actions = isNearLimit ? (other?.actions ?? []).suffix(ActionChain.reportedCount - 1) + [action()] : []
  }
}

/// The elements whose handling is under way, each on its thread, so that a stream which is fed meanwhile knows of it.
///
/// A consumer of a stream that waits for an element is given a job by the call that feeds the stream. So a stream that
/// something else feeds, such as a timer, begins a chain of its own.
package enum StreamChain {
  private static let links = Locked<[UInt: StreamLink]>([:])

  /// The element of which what runs on this thread is a part.
  package static var current: StreamLink? {
    get { links.withLock { $0.isEmpty ? nil : $0[CurrentThread.number] } }
    set {
      let thread = CurrentThread.number
      links.withLock { $0[thread] = newValue }
    }
  }

  /// Does something as a part of an element's handling, or of none.
  package static func with<Result>(_ link: StreamLink?, _ body: () -> Result) -> Result {
    let outer = current
    guard outer !== link else { return body() }
    current = link
    defer { current = outer }
    return body()
  }
}

extension RuntimeCore {
  /// Notes that elements of a stream are handled, up to the next message; reports a chain of too many.
  func beginLink(with action: AnyAction, of run: EffectRun) {
    guard streamLink == nil else { return }
    let limit = min(StreamLink.limit, table.chainLimit)
    let link = StreamLink(after: run.buffer?.link, limit: limit) {
      "\(RepeatedActions.words(for: action)) in \(hub.store.title)"
    }
    (streamLink, outerLink) = (link, StreamChain.current)
    StreamChain.current = link
    guard link.count > limit, !hasReportedCycle else { return }
    hasReportedCycle = true
    let cycle = RepeatedActions.cycle(in: link.actions)
    table.report(
      .streamCycle(last: link.actions, cycle: cycle),
      """
      \(limit) elements of streams have followed each other without a pause: while each was handled, it fed the stream of \
      the next.

      \(RepeatedActions.sentence(cycle, link.actions)) Stores that follow each other's values both ways may never rest, if \
      the values cross or do not settle.

      Let only one store follow the other, or have it ignore a value that is an answer to its own.
      """,
      at: run.origin.location.known
    )
  }

  func endLink() {
    StreamChain.current = outerLink
    (streamLink, outerLink) = (nil, nil)
  }
}
#endif
