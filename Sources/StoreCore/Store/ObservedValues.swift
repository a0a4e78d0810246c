import Observation

/// The values of an expression over `@Observable` objects: the current one, and each later one.
///
/// ```swift
/// for await user in ObservedValues({ session.user }) { … }
/// ```
///
/// The expression is evaluated on the main actor, where the objects belong. A value is made when it is asked for: a
/// slow consumer misses values, and always gets the newest. Equatable values come only if they differ from the one
/// before. Each iteration begins with the current value, and ends when its task is cancelled.
public struct ObservedValues<Value: Sendable>: AsyncSequence, Sendable {
  /// The sequence never fails.
  public typealias Failure = Never

  private let read: @MainActor @Sendable () -> Value
  private let areEqual: (@Sendable (Value, Value) -> Bool)?

  /// Creates the sequence of an expression's values.
  @_disfavoredOverload
  public init(_ read: @escaping @MainActor @Sendable () -> Value) {
    self.read = read
    areEqual = nil
  }

  /// Creates the sequence of an expression's values without repeated ones.
  public init(_ read: @escaping @MainActor @Sendable () -> Value) where Value: Equatable {
    self.read = read
    areEqual = { $0 == $1 }
  }

  /// Begins an iteration.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(read: read, areEqual: areEqual)
  }

  /// One iteration.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let read: @MainActor @Sendable () -> Value
    let areEqual: (@Sendable (Value, Value) -> Bool)?
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
        let value = await Self.value(of: read, telling: change)
        if let last, areEqual?(last, value) == true { continue }
        last = value
        return value
      }
    }

    @MainActor
    private static func value(of read: @MainActor @Sendable () -> Value, telling change: Waiter) -> Value {
      withObservationTracking {
        read()
      } onChange: {
        change.finish()
      }
    }
  }
}
