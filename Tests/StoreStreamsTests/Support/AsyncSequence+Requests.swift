import _StoreTestSupport

/// A sequence that counts the requests for an element: an operator requests the next when it is done with the last.
struct RequestedSequence<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable where Base.Element: Sendable {
  let base: Base
  let requests: Counter

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    let requests: Counter

    mutating func next(isolation actor: isolated (any Actor)?) async throws(Base.Failure) -> Base.Element? {
      requests.add()
      return try await base.next(isolation: actor)
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), requests: requests)
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  func counting(_ requests: Counter) -> RequestedSequence<Self> {
    RequestedSequence(base: self, requests: requests)
  }
}

/// A sequence that counts the ends of its iterators.
struct EndCountingSequence<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable where Base.Element: Sendable {
  let base: Base
  let ends: Counter

  final class Life {
    let ends: Counter

    init(_ ends: Counter) {
      self.ends = ends
    }

    deinit {
      ends.add()
    }
  }

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    let life: Life

    mutating func next(isolation actor: isolated (any Actor)?) async throws(Base.Failure) -> Base.Element? {
      try await base.next(isolation: actor)
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), life: Life(ends))
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  func untilEnd(_ ends: Counter) -> EndCountingSequence<Self> {
    EndCountingSequence(base: self, ends: ends)
  }
}
