public import OpenCombineShim
public import StoreCore

extension StoreEngine {
  /// Sends an action for each element of a publisher, in order, until it finishes.
  ///
  /// ```swift
  /// store.subscribe(to: prices, options: EffectOptions(id: "prices")) { .priceChanged($0) }
  /// ```
  ///
  /// The subscription is made now, and is an effect of the store: `isTaskRunning(id:)` knows it, it is
  /// cancelled by its name or by the handle, replaced by another one of its name, and ended with the store. A store that
  /// is handling something else, as while a reduce is suspended, takes it in its turn: its name is known from then on, and
  /// what is published meanwhile waits. One that is stopped, such as a host that has disappeared or a child that has
  /// departed, does not take it.
  ///
  /// - Parameters:
  ///   - publisher: The publisher.
  ///   - options: The effect's name, and what happens to others of it.
  ///   - demand: How many elements the publisher is asked for before they are consumed; more than none. A stream effect
  ///     has a buffer of `StreamLimits.capacity` besides.
  ///   - fileID: The module and the file of the call, for errors and issues; leave it and the next three out.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - action: Makes an action of an element.
  ///   - failure: Makes an action of a failure. Without it the store's error hook gets it.
  /// - Returns: a handle to wait for the end of the subscription, and to cancel it.
  @discardableResult
  public func subscribe<P: Publisher>(
    to publisher: P,
    options: EffectOptions = EffectOptions(),
    demand: Subscribers.Demand = .max(StreamLimits.capacity),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    action: @escaping @Sendable (P.Output) -> Action,
    failure: (@MainActor @Sendable (P.Failure) -> Action)? = nil
  ) -> SendHandle where P.Output: Sendable {
    let elements = publisher.elements(demand: demand, fileID: fileID, line: line).subscribed()
    let program = EffectProgram<Action>.stream(of: elements, options, action: action)
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let failure else { return launch(program, at: location) }
    return launch(
      program.catch { error in
        // The publisher's, or a clock's where modifiers fail, which nobody has added here.
        (error as? P.Failure).map { .emit(failure($0)) } ?? .none
      },
      at: location
    )
  }
}
