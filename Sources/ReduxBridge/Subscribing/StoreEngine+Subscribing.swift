public import CombineShim
public import StoreCore

extension StoreEngine {
  /// Sends an action for each element of a publisher, in order, until it finishes.
  ///
  /// ```swift
  /// store.subscribe(to: prices, options: EffectOptions(id: "prices")) { .priceChanged($0) }
  /// ```
  ///
  /// The subscription is made now, and is an effect of the store: `isTaskRunning(id:)` knows it, it is cancelled by its
  /// name or by the handle, replaced by another one of its name, and ended with the store. A store that is busy, as
  /// while a reduce is suspended, accepts it in its turn: its name is known from then on, and elements published
  /// meanwhile wait. A stopped store, such as a host that has disappeared or a child that has departed, does not accept
  /// it.
  ///
  /// - Parameters:
  ///   - publisher: The publisher.
  ///   - options: The effect's name, and its policy for running effects of that name.
  ///   - demand: The number of elements to request before they are consumed, at least one. A stream effect also has a
  ///     buffer of `StreamLimits.capacity`.
  ///   - fileID: The module and the file of the call, for errors and issues; leave it and the next three out.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - action: Makes an action from an element.
  ///   - failure: Makes an action from a failure. Without it, the failure goes to the store's error hook.
  /// - Returns: A handle to wait for the end of the subscription, and to cancel it.
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
        // Always the publisher's failure: only a modifier's clock could throw another error, and none is added here.
        (error as? P.Failure).map { .emit(failure($0)) } ?? .none
      },
      at: location
    )
  }
}
