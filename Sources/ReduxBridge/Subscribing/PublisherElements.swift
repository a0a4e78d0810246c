public import CombineShim
import StoreCore

/// The elements of a publisher as an asynchronous sequence, which loses none that the publisher gives on demand.
///
/// Each iteration is a separate subscription. It requests as many elements as its demand allows, and more once half of
/// them were consumed, so that never more than that wait. A subject does not wait: without demand it drops what it
/// sends, or keeps the newest, as Combine specifies; a demand of `.unlimited` keeps all. The subscription is made, gets
/// demand, and is cancelled on the main actor; elements may come from anywhere.
///
/// A failure is thrown after the elements before it. An iteration that is released, or whose task is cancelled, ends
/// its subscription.
public struct PublisherElements<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  private let demand: Subscribers.Demand
  private let subscribe: @MainActor @Sendable () -> OpenedElements<Element, Failure>
  /// A subscription that was made in advance, for the first iteration.
  private var opened: Guarded<OpenedElements<Element, Failure>?>?

  init<P: Publisher>(
    _ publisher: P,
    demand: Subscribers.Demand,
    fileID: StaticString,
    line: UInt
  ) where P.Output == Element, P.Failure == Failure {
    guard demand > 0 else {
      fatalError(
        """
        Read the elements of a publisher with a demand of zero.

        No element would ever be requested, so a reader would wait for ever.

        Use a demand of at least one, such as '.max(1)', or leave it out.
        """,
        file: fileID,
        line: line
      )
    }
    self.demand = demand
    // Sendable: a publisher is a description. It is subscribed to only on the main actor.
    let publisher = Unannotated(publisher)
    subscribe = { OpenedElements(publisher.value, demand: demand) }
  }

  /// Returns the elements with a subscription that is made now.
  @MainActor
  func subscribed() -> PublisherElements {
    var elements = self
    elements.opened = Guarded(subscribe())
    return elements
  }

  /// Returns the subscription that was made in advance, the first time.
  private func takeOpened() -> OpenedElements<Element, Failure>? {
    opened?.withLock { opened in
      defer { opened = nil }
      return opened
    }
  }

  /// Begins an iteration, which subscribes when its first element is requested.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(self, opened: takeOpened())
  }

  /// One iteration.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let elements: PublisherElements
    private var opened: OpenedElements<Element, Failure>?
    private var iterator: AsyncStream<Result<Element, Failure>>.AsyncIterator?
    /// The number of consumed elements for which no new demand was sent.
    private var consumedCount = 0

    fileprivate init(_ elements: PublisherElements, opened: OpenedElements<Element, Failure>?) {
      self.elements = elements
      self.opened = opened
    }

    /// Waits for the next element; `nil` if the publisher has finished or the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
      if opened == nil { opened = await elements.subscribe() }
      var iterator = iterator ?? opened?.stream.makeAsyncIterator()
      guard let result = await iterator?.next(isolation: actor) else { return nil }
      self.iterator = iterator
      let element = try result.get()
      consumedCount += 1
      // Half of them, rounded up, without a sum that might overflow.
      if let limit = elements.demand.max, consumedCount >= limit - limit / 2 {
        await opened?.subscriber.request(consumedCount)
        consumedCount = 0
      }
      return element
    }

    /// Waits for the next element; `nil` if the publisher has finished or the task was cancelled.
    public mutating func next() async throws(Failure) -> Element? {
      try await next(isolation: nil)
    }
  }
}

extension Publisher where Output: Sendable {
  /// The elements as an asynchronous sequence, for an engine's stream effects.
  ///
  /// ```swift
  /// .stream(prices.elements().map { .priceChanged($0) }, id: "prices")
  /// ```
  ///
  /// - Parameters:
  ///   - demand: The number of elements to request before they are consumed, at least one.
  ///   - fileID: The file of the call, for the message about a demand of zero; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The sequence.
  public func elements(
    demand: Subscribers.Demand = .max(StreamLimits.capacity),
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> PublisherElements<Output, Failure> {
    PublisherElements(self, demand: demand, fileID: fileID, line: line)
  }
}
