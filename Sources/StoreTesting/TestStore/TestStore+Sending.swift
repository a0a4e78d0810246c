public import StoreCore

extension TestStore {
  /// Sends an action, and asserts what it changes.
  ///
  /// ```swift
  /// await store.send(.typed("sw")) { $0.text = "sw" }
  /// ```
  ///
  /// Everything that happened before has to be asserted first, unless `exhaustivity` is off. When the call returns, the
  /// action has been handled and the store has settled; what its effects and its handler sent waits to be received.
  ///
  /// An action whose handler suspends until the test does something is handled in the course of `meanwhile`:
  ///
  /// ```swift
  /// await store.send(.load) {
  ///   $0.items = ["a"]
  /// } meanwhile: {
  ///   await clock.advance(by: .seconds(1))
  /// }
  /// ```
  ///
  /// An action that middleware vetoes was not handled; only the handlers of the error can have changed the state. It has
  /// to be received by `receive(veto:)`.
  ///
  /// The arguments between `exhaustivity` and `change` are the place of the call; leave them out.
  ///
  /// - Parameters:
  ///   - action: The action. The store records the place of the call as the place of its send.
  ///   - exhaustivity: Whether everything has to be asserted; by default as the test store says.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - change: Turns the value observed before the action into the one after it; called once. Without it nothing may
  ///     change. A closure that changes nothing, or that throws, fails the step.
  ///   - meanwhile: Called after the action was sent, before the store settles.
  /// - Returns: a handle to wait for the action's effects and to cancel them.
  @discardableResult
  public func send(
    _ action: Engine.Action,
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ change: (@MainActor (inout Observed) throws -> Void)? = nil,
    meanwhile: @MainActor () async -> Void = {}
  ) async -> SendHandle {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let exhaustivity = current(exhaustivity)
    func step() -> String { "'\(Words.action(action))'" }
    await store.settle()
    recorder.reportFailures(at: site)
    passOver(before: step(), exhaustivity, at: site)

    defer { recorder.noteFailures(at: site) }
    let formerDrops = recorder.dropCount(at: site)
    sent = (site, nil)
    let handle = store.send(action, at: site)
    await meanwhile()
    await wait { sent?.outcome != nil || recorder.dropCount(at: site) > formerDrops }
    if let (entry, skipped) = unasserted.take(sentAt: site) {
      skip(skipped, before: step(), exhaustivity, at: site)
      compare(entry.value, after: step(), exhaustivity, at: site, change)
    } else if case .vetoed(let value) = sent?.outcome {
      compare(value, after: step(), exhaustivity, at: site, change)
    } else if let missed = reportUnreceived(action, wasDropped: recorder.dropCount(at: site) > formerDrops, at: site) {
      report(missed.report, missing: missed.work, at: site)
    } else {
      compare(observe(store.state), after: step(), exhaustivity, at: site, change)
    }
    return handle
  }

  /// Makes the report of an action that was sent and not received, with the work that holds it up, if any; `nil` for a
  /// scope that knows none of its actions.
  private func reportUnreceived(
    _ action: Engine.Action,
    wasDropped: Bool,
    at site: CallSite
  ) -> (report: TestStoreReport, work: PendingWork?)? {
    var wasHandled = false
    if case .handled = sent?.outcome { wasHandled = !wasDropped }
    // The issue of an absent child alone does not tell: an action of a child that is present may be for another one.
    if hasDeparted, recorder.forgetDeparture(at: site) {
      return (wasHandled ? .departedMeanwhile(action) : .departed(action), nil)
    }
    // The drop is reported here.
    if wasDropped { recorder.forgetDrop(at: site) }
    // The missing `extract:` has been reported; the state is known all the same.
    if !store.runtime.knowsItsActions, !wasDropped { return nil }
    if wasHandled {
      // What it has changed is not reported again.
      asserted = observe(store.state)
      return (hasDeparted ? .departedMeanwhile(action) : .notExtracted(action), nil)
    }
    let work = pendingWork()
    let report = TestStoreReport.notHandled(action, wasDropped: wasDropped, isHandling: work.isHandling)
    return (report, wasDropped ? nil : work)
  }
}
