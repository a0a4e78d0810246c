extension TestStore {
  /// Asserts that an action was received that is the same to a comparison, and what it changed.
  ///
  /// ```swift
  /// await store.receive(.failed(offline), by: { $0.code == $1.code }) { $0.isOffline = true }
  /// ```
  ///
  /// For actions that are not `Equatable`. In every other respect it works like
  /// ``ActionReceiver/receive(_:exhaustivity:fileID:filePath:line:column:_:)``.
  ///
  /// - Parameters:
  ///   - expected: The action.
  ///   - areEqual: Whether an action, the first, is the expected one, the second. It may be called for other actions too.
  ///   - exhaustivity: Whether everything has to be asserted; by default as the test store says.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - change: Turns the value observed before the action into the one after it; called once. Without it nothing may
  ///     change. A closure that changes nothing, or that throws, fails the step.
  public func receive(
    _ expected: Engine.Action,
    by areEqual: @MainActor (Engine.Action, Engine.Action) -> Bool,
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ change: (@MainActor (inout Observed) throws -> Void)? = nil
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive("'\(Words.action(expected))'", exhaustivity, at: site) {
      areEqual($0, expected)
    } change: { _ in
      change
    } difference: {
      TestStoreReport.difference(expected, $0)
    }
  }
}

extension TestStore {
  /// Asserts that an action that a predicate accepts was received, and what it changed.
  ///
  /// ```swift
  /// await store.receive(where: { if case .found = $0 { true } else { false } }) { $0.results = ["swift"] }
  /// await store.receive(where: \.isFound) { $0.results = ["swift"] }
  /// ```
  ///
  /// For actions that are not `Equatable`. In every other respect it works like
  /// ``ActionReceiver/receive(_:exhaustivity:fileID:filePath:line:column:_:)``.
  ///
  /// - Parameters:
  ///   - predicate: Whether an action is the expected one. It may be called for other actions too.
  ///   - exhaustivity: Whether everything has to be asserted; by default as the test store says.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - change: Turns the value observed before the action into the one after it; called once. Without it nothing may
  ///     change. A closure that changes nothing, or that throws, fails the step.
  public func receive(
    where predicate: @MainActor (Engine.Action) -> Bool,
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ change: (@MainActor (inout Observed) throws -> Void)? = nil
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive("an action that the predicate accepts", exhaustivity, at: site, where: predicate) { _ in change }
  }

  /// Asserts that an action with an associated value was received, and what it changed with that value.
  ///
  /// ```swift
  /// await store.receive(unwrapping: \.found) { search, results in
  ///   search.results = results
  /// }
  /// ```
  ///
  /// For actions whose values the test does not know, or that are not `Equatable`. In every other respect it works like
  /// ``ActionReceiver/receive(_:exhaustivity:fileID:filePath:line:column:_:)``.
  ///
  /// - Parameters:
  ///   - value: Returns the value in the expected action; `nil` for others. A key path to a property that is not
  ///     optional fails the step. A closure that returns no optional accepts every action, which cannot be detected.
  ///   - exhaustivity: Whether everything has to be asserted; by default as the test store says.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - change: Turns the value observed before the action into the one after it, with the action's value; called
  ///     once. Without it nothing may change. A closure that changes nothing, or that throws, fails the step.
  public func receive<Value>(
    unwrapping value: @MainActor (Engine.Action) -> Value?,
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ change: (@MainActor (inout Observed, Value) throws -> Void)? = nil
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive("an action with a '\(Value.self)' to unwrap", exhaustivity, at: site) {
      value($0) != nil
    } change: { action in
      guard let change, let content = value(action) else { return nil }
      return { try change(&$0, content) }
    }
  }

  /// Asserts that an action with a property that is not `nil` was received, and what it changed with that value.
  ///
  /// It is the function of the same name for optional properties only.
  public func receive<Value>(
    unwrapping value: KeyPath<Engine.Action, Value?>,
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ change: @escaping @MainActor (inout Observed, Value) throws -> Void
  ) async {
    await receive(
      unwrapping: { $0[keyPath: value] },
      exhaustivity: exhaustivity,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      change
    )
  }

  /// Asserts that an action with a property that is not `nil` was received, and that it changed nothing.
  ///
  /// It is the function of the same name for optional properties only.
  public func receive<Value>(
    unwrapping value: KeyPath<Engine.Action, Value?>,
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await receive(
      unwrapping: { $0[keyPath: value] },
      exhaustivity: exhaustivity,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Fails the step: every action has a property that is not optional, so that every action would be accepted.
  @available(*, deprecated, message: "The property is not optional, so every action has one: use 'receive(where:)'.")
  public func receive<Value>(
    unwrapping value: KeyPath<Engine.Action, Value>,
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ change: (@MainActor (inout Observed, Value) throws -> Void)? = nil
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    TestStoreReport.unwrapped(Value.self).record(at: site, in: recorder.session)
  }

  /// Fails the step: every action has a value that is `true` or `false`, so that every action would be accepted.
  @available(*, deprecated, message: "A 'Bool' is not optional, so every action has one: use 'receive(where:)'.")
  public func receive(
    unwrapping value: @MainActor (Engine.Action) -> Bool,
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ change: (@MainActor (inout Observed, Bool) throws -> Void)? = nil
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    TestStoreReport.unwrapped(Bool.self).record(at: site, in: recorder.session)
  }

  /// Receives the expected action, which is also given as text, and compares its change, or reports that it has not come
  /// and how another differs.
  private func receive(
    _ expected: @autoclosure () -> String,
    _ exhaustivity: Exhaustivity?,
    at site: CallSite,
    where matches: @MainActor (Engine.Action) -> Bool,
    change: @MainActor (Engine.Action) -> (@MainActor (inout Observed) throws -> Void)?,
    difference: @MainActor (Engine.Action) -> String? = { _ in nil }
  ) async {
    let exhaustivity = current(exhaustivity)
    defer { recorder.noteFailures(at: site) }
    await wait {
      hasDeparted || unasserted.entries.contains { matches($0.action) }
        || (exhaustivity.isOn && !unasserted.entries.isEmpty)
    }
    switch unasserted.receive(isExhaustive: exhaustivity.isOn, where: matches) {
    case .received(let entry, let skipped):
      skip(skipped, before: expected(), exhaustivity, at: site)
      let isRight = compare(
        entry.value,
        after: "'\(Words.action(entry.action))'",
        exhaustivity,
        at: site,
        change(entry.action)
      )
      if isRight { catchUp() }
    case .unexpected(let entry):
      asserted = entry.value
      TestStoreReport.unexpected(entry.action, insteadOf: expected(), difference: difference(entry.action))
        .record(at: site, in: recorder.session)
    case .nothing:
      let work = hasDeparted ? nil : pendingWork()
      report(.notReceived(expected(), received: unasserted.actions, while: work), missing: work, at: site)
    }
  }

  /// Discards the actions that were received so far, and the changes of the state that were not asserted.
  ///
  /// The store settles first.
  public func skipReceived() async {
    await store.settle()
    catchUp()
    _ = unasserted.takeAll()
    asserted = observe(store.state)
  }
}
