import StoreCore

/// A sequence of actions that counts the requests for elements.
///
/// It can be iterated once.
public struct ConformanceStream: AsyncSequence, Sendable {
  /// It never fails.
  public typealias Failure = Never
  /// Its elements.
  public typealias Element = ConformanceAction

  /// The number of elements that were requested and returned.
  final class Count: Sendable {
    private let given = Locked(0)

    var value: Int { given.withLock { $0 } }

    func give() {
      given.withLock { $0 += 1 }
    }
  }

  let count = Count()
  private let names: [String]
  /// The gate at which the sequence waits after the last name, before it ends.
  private let gate: Gate?

  init(_ names: [String], endingBehind gate: Gate? = nil) {
    self.names = names
    self.gate = gate
  }

  /// Returns the iterator.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(names: names[...], count: count, gate: gate)
  }

  /// The iterator.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var names: ArraySlice<String>
    private let count: Count
    private let gate: Gate?

    init(names: ArraySlice<String>, count: Count, gate: Gate?) {
      self.names = names
      self.count = count
      self.gate = gate
    }

    /// Returns the next element.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ConformanceAction? {
      guard let name = names.popFirst() else {
        await gate?.pass(isolation: actor)
        return nil
      }
      count.give()
      return ConformanceAction(name)
    }

    /// Returns the next element.
    public mutating func next() async -> ConformanceAction? {
      await next(isolation: nil)
    }
  }
}
