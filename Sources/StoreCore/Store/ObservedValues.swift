import Observation

/// The values of an expression over `@Observable` objects: the current one, and each later one.
///
/// ```swift
/// for await user in ObservedValues({ session.user }) { … }
/// ```
///
/// The expression is evaluated on the main actor, where the objects belong. A value is made when it is asked for: a
/// slow consumer misses values, and always gets the newest. `Equatable` values come only if they differ from the one
/// before, and are compared on the main actor. Each iteration begins with the current value, and ends when its task is
/// cancelled.
public struct ObservedValues<Value: Sendable>: AsyncSequence, Sendable {
  /// The sequence never fails.
  public typealias Failure = Never

  private let read: @MainActor @Sendable () -> Value

  /// Creates the sequence of an expression's values.
  public init(_ read: @escaping @MainActor @Sendable () -> Value) {
    self.read = read
  }

  /// Begins an iteration.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(read: read)
  }

  /// One iteration.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let read: @MainActor @Sendable () -> Value
    var last: Value?
    /// Finished by the first change of what the last value was made of.
    var change: Waiter?

    /// Waits for the next value; `nil` when the task has been cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      while true {
        await change?.waitUnlessCancelled()
        guard !Task.isCancelled else { return nil }
        let change = Waiter()
        self.change = change
        let (value, isRepeated) = await Self.value(of: read, after: last, telling: change)
        if isRepeated { continue }
        last = value
        return value
      }
    }

    /// Returns the value; `nil` if it is the same as the last one.
    @MainActor
    private static func value(
      of read: @MainActor @Sendable () -> Value,
      after last: Value?,
      telling change: Waiter
    ) -> (Value, isRepeated: Bool) {
      let value = withObservationTracking {
        read()
      } onChange: {
        change.finish()
      }
      // A conformance may be isolated to the main actor: as `Value` is `Sendable`, only a cast there finds it.
      let isRepeated = last.map { PartComparison.areKnownSame($0, value) } ?? false
      return (value, isRepeated)
    }
  }
}
