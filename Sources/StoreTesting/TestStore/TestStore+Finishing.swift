extension TestStore {
  /// Ends the test: reports what is left to be asserted, and what the store has left behind.
  ///
  /// The store settles before. Then each kind of ``Leftovers`` is one failure, at the place of the call: actions and
  /// changes that were not asserted (unless ``exhaustivity`` is off), effects that run or drain, in the order of their
  /// launches, actions that were dropped, errors that nothing handles, and issues, since the test store was made. It
  /// cancels nothing.
  ///
  /// Without this call at the end of a test, the actions and errors that are left are reported when the test store is
  /// deallocated. After it the test may go on, up to another one. The arguments after `ignored` are the place of the call; leave them out.
  ///
  /// - Parameters:
  ///   - ignored: What may be left.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func finish(
    ignoring ignored: Leftovers = [],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let runtime = store.runtime
    await settle {
      (ignored.contains(.runningEffects) || runtime.runningEffects.isEmpty)
        && (ignored.contains(.drainingEffects) || runtime.drainingEffects.isEmpty)
    }
    let step = "the end of the test"
    skip(ledger.takeAll(), before: step, ignored.contains(.receivedActions) ? .off : exhaustivity, at: site)
    passOver(before: step, ignored.contains(.stateChanges) ? .off : exhaustivity, at: site)

    var reports: [TestStoreReport] = []
    let (running, draining) = (runtime.runningEffects, runtime.drainingEffects)
    if !running.isEmpty, !ignored.contains(.runningEffects) {
      reports.append(.runningEffects(running, waiting: runtime.waitingEffects))
    }
    if !draining.isEmpty, !ignored.contains(.drainingEffects) {
      reports.append(.drainingEffects(draining))
    }
    let (drops, issues) = (recorder.takeDrops(), recorder.takeIssues())
    if ignored.contains(.errors) {
      recorder.forgetErrors()
    } else {
      recorder.reportErrors(at: site)
    }
    if !drops.isEmpty, !ignored.contains(.droppedActions) {
      reports.append(.droppedActions(drops))
    }
    if !issues.isEmpty, !ignored.contains(.issues) {
      reports.append(.issues(issues))
    }
    for report in reports { report.record(at: site) }
  }
}
