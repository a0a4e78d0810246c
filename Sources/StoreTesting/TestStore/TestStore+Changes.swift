import StoreCore

extension TestStore {
  /// Asserts a change without an action: by a task that writes to an object, or from outside of the store.
  ///
  /// ```swift
  /// await store.send(.load) { $0.isLoading = true }
  /// await clock.advance(by: .seconds(1))
  /// await store.expectChange { $0 = Snapshot(isLoading: false, items: ["a"]) }
  /// ```
  ///
  /// Received actions have to be asserted first, unless `exhaustivity` is off. Then a change that came with a skipped
  /// action counts, too, but does not end the wait, as another may follow: while effects run, the step waits up to
  /// ``TestStore/waitLimit``. The arguments between `exhaustivity` and `change` are the place of the call; leave them
  /// out.
  ///
  /// - Parameters:
  ///   - exhaustivity: Whether everything has to be asserted; by default as the test store says.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - change: Turns the value that the last step observed into the current one, also if actions were skipped since;
  ///     called once. A closure that changes nothing, or that throws, fails the step.
  public func expectChange(
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ change: @escaping @MainActor (inout Observed) throws -> Void
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let exhaustivity = current(exhaustivity)
    let before = asserted
    defer { recorder.noteFailures(at: site) }
    await wait {
      // Then the step has failed already.
      if exhaustivity.isOn, !unasserted.entries.isEmpty { return true }
      return hasDeparted || !ValueParts.areEqual(observe(store.state), unasserted.entries.last?.value ?? before)
    }
    let since = unasserted.entries.isEmpty ? "step" : "action"
    skip(unasserted.takeAll(), before: "the expected change", exhaustivity, at: site)
    let value = observe(store.state)
    // Whether the expected change is wrong, or has not come, makes a difference to what has to be corrected.
    let work = hasDeparted ? nil : pendingWork(forChange: true)
    let unchanged: (since: String, work: PendingWork?)? = ValueParts.areEqual(asserted, value) ? (since, work) : nil
    // What the skipped actions have changed is a part of the expected change.
    if !exhaustivity.isOn { asserted = before }
    if compare(value, after: "the expected change", exhaustivity, unchanged: unchanged, at: site, change) { catchUp() }
  }
}
