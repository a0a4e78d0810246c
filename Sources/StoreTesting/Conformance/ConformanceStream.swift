import StoreCore

/// A sequence of actions that counts how many it was asked for.
///
/// It can be iterated once.
public struct ConformanceStream: AsyncSequence, Sendable {
  /// It never fails.
  public typealias Failure = Never
  /// What it gives.
  public typealias Element = ConformanceAction

  /// How many elements were asked for and given.
  final class Count: Sendable {
    private let given = Locked(0)

    var value: Int { given.withLock { $0 } }

    func give() {
      given.withLock { $0 += 1 }
    }
  }

  let count = Count()
  private let names: [String]
  /// What comes when the names are through: the end, once the gate is open.
  private let gate: Gate?

  init(_ names: [String], endingBehind gate: Gate? = nil) {
    self.names = names
    self.gate = gate
  }

  /// Begins the iteration.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(names: names[...], count: count, gate: gate)
  }

  /// The iteration.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var names: ArraySlice<String>
    private let count: Count
    private let gate: Gate?

    init(names: ArraySlice<String>, count: Count, gate: Gate?) {
      self.names = names
      self.count = count
      self.gate = gate
    }

    /// Gives the next element.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ConformanceAction? {
      guard let name = names.popFirst() else {
        await gate?.pass(isolation: actor)
        return nil
      }
      count.give()
      return ConformanceAction(name)
    }

    /// Gives the next element.
    public mutating func next() async -> ConformanceAction? {
      await next(isolation: nil)
    }
  }
}
