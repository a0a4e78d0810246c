public import StoreCore

extension StoreEngine {
  /// Sends an action for each element of an asynchronous sequence, in order, until it ends.
  ///
  /// ```swift
  /// summary.subscribe(to: cart.values(of: \.total), options: EffectOptions(id: "total")) { .totalChanged($0) }
  /// ```
  ///
  /// The subscription is an effect of the store: `isTaskRunning(id:)` knows it, it is cancelled by its name or by the
  /// handle, replaced by another one of its name, and ended with the store. A busy store accepts it in its turn, and
  /// knows its name from then on. At most `StreamLimits.capacity` elements wait to be handled; then the sequence is not
  /// asked for more. An error of the sequence goes to the store's error hook; to handle it, launch
  /// `EffectProgram.stream` with a `catch`.
  ///
  /// - Parameters:
  ///   - elements: The sequence. A store's sequences, such as `states` and `actions`, begin where they were requested,
  ///     so that nothing is missed in between.
  ///   - options: The effect's name, and its policy for running effects of that name.
  ///   - rate: The greatest rate at which elements are handled, on the store's clock; without it all are.
  ///   - fileID: The module and the file of the call, for errors and issues; leave it and the next three out.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - action: Makes an action from an element.
  /// - Returns: A handle to wait for the end of the subscription, and to cancel it.
  @discardableResult
  public func subscribe<Elements: AsyncSequence & Sendable>(
    to elements: Elements,
    options: EffectOptions = EffectOptions(),
    rate: StreamRate? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    action: @escaping @Sendable (Elements.Element) -> Action
  ) -> SendHandle where Elements.Element: Sendable {
    let actions = elements.map(action)
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let rate else { return launch(.stream(actions, options), at: location) }
    return launch(.stream(actions, options, rate: rate), at: location)
  }
}
