public import StoreCore

/// The path of events to a host from a view, from an operation or from anywhere else.
///
/// ```swift
/// Button("Retry", action: input(.retry))   // a closure that sends the event
/// input(.tick)                             // sends it
/// input.send(.start)                       // has it handled when it returns, on the main actor
/// await input.perform(.refresh)            // waits for all it causes
/// ```
///
/// A host's own input, which its content gets, is valid as long as the host exists. An operation's input belongs to its
/// task: once the task was cancelled or replaced, what it still sends is dropped, and observers are notified. Both hold
/// the host weakly; events to a deallocated host are dropped.
///
/// Keep an operation's input inside the operation: a copy that is kept after the task has ended by itself sends on. That
/// is handled, and no later cancel stops it.
///
/// Events of one sender are handled in the order in which they were sent, by any of the methods.
public struct Input<Event: Sendable>: Sendable {
  @usableFromInline
  enum Way: Sendable {
    case host(ActionInlet<Event>)
    case task(Send<Event>)
  }

  @usableFromInline let way: Way

  @inlinable
  init(_ inlet: ActionInlet<Event>) {
    way = .host(inlet)
  }

  @inlinable
  init(_ send: Send<Event>) {
    way = .task(send)
  }

  /// The host's clock, for an operation that waits.
  ///
  /// ```swift
  /// try await input.clock.sleep(for: .seconds(3))
  /// ```
  public var clock: any Clock<Duration> {
    switch way {
    case .host(let inlet): inlet.clock
    case .task(let send): send.clock
    }
  }

  /// Sends an event, which is handled in its turn on the main actor.
  ///
  /// It can be called from any isolation, and never blocks. The arguments after the event are the call's place in the
  /// source, for observers and issues; leave them out.
  @inlinable
  public func callAsFunction(
    _ event: Event,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    enqueue(event, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Returns a closure that sends an event: `Button("Retry", action: input(.retry))`.
  ///
  /// Each call of the closure sends the event once and does not wait, even if an `async` closure is expected, as by
  /// `refreshable`: write `{ await input.perform(.refresh) }` there. The compiler cannot convert it in a ternary: write
  /// `{ input(.retry) }`.
  @_disfavoredOverload
  public func callAsFunction(
    _ event: Event,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> @Sendable () -> Void {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return { enqueue(event, at: location) }
  }

  /// Sends an event, which is handled in its turn on the main actor.
  ///
  /// The same as calling the input.
  @inlinable
  public func enqueue(
    _ event: Event,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    enqueue(event, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @inlinable
  func enqueue(_ event: Event, at location: CallSite) {
    switch way {
    case .host(let inlet): inlet.enqueue(event, at: location)
    case .task(let send): send.enqueue(event, at: location)
    }
  }

  /// Handles an event: on an idle host it has been handled, and its tasks are registered, when this returns.
  ///
  /// An event sent while another one is handled, or from an observation or a subscriber, is handled after that one.
  ///
  /// - Returns: A handle to wait for the event's effects and to cancel them.
  @MainActor
  @inlinable
  @discardableResult
  public func send(
    _ event: Event,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> SendHandle {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return switch way {
    case .host(let inlet): inlet.send(event, at: location)
    case .task(let send): send.send(event, at: location)
    }
  }
}
