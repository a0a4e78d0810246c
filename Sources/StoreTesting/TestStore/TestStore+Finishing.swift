import StoreCore

extension TestStore {
  /// Ends the test: reports what remains to be asserted, and what still runs or went wrong in the store.
  ///
  /// The store settles first. Then each kind of ``Unasserted`` is one failure, at the place of the call: actions and
  /// changes that were not asserted (unless ``exhaustivity`` is off), effects that run or drain, in the order of their
  /// launches, dropped actions, and issues, since the test store was made. A handler that is still suspended is a
  /// failure, too. Each error that nothing handles, and each veto, is a failure at its step. An effect is not named again
  /// if a step has failed because it waited for it. The call cancels nothing.
  ///
  /// Without this call at the end of a test, the same is reported when the test store is deallocated, except effects
  /// that drain; with ``exhaustivity`` off, errors and vetoes alone. The store has not settled then, and a write to an object from
  /// outside of the store is not seen. After the call the test may continue, up to another call; without one, later
  /// events are reported in this way. XCTest keeps test cases until the end of the run: a test store in a property of
  /// one is not deallocated in time, and reports nothing, unless the call is in `tearDown()`. The arguments after
  /// `ignored` are the place of the call; leave them out.
  ///
  /// - Parameters:
  ///   - ignored: The kinds that are not reported.
  ///   - fileID: The module and the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func finish(
    ignoring ignored: Unasserted = [],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let runtime = store.runtime
    await wait {
      (ignored.contains(.runningEffects) || runtime.runningEffects.isEmpty)
        && (ignored.contains(.drainingEffects) || runtime.drainingEffects.isEmpty)
        && (ignored.contains(.receivedActions) || !runtime.core.isHandlerSuspended)
    }
    let step = "the end of the test"
    let exhaustivity = current(nil)
    skip(unasserted.takeAll(), before: step, ignored.contains(.receivedActions) ? .off : exhaustivity, at: site)
    passOver(before: step, ignored.contains(.stateChanges) ? .off : exhaustivity, at: site)

    var reports: [TestStoreReport] = []
    let suspended = runtime.table.suspendedAction
    if let suspended, !ignored.contains(.receivedActions), suspended.node != overdue?.suspended {
      reports.append(.suspendedHandler(of: suspended.action))
    }
    let (running, draining) = (runtime.runningEffects, runtime.drainingEffects)
    let news = running.filter { overdue?.running.contains($0.token) != true }
    if !news.isEmpty, !ignored.contains(.runningEffects) {
      reports.append(.runningEffects(news, waiting: runtime.waitingEffects, clock: testClock))
    }
    if !draining.isEmpty, !ignored.contains(.drainingEffects) {
      reports.append(.drainingEffects(draining))
    }
    reports += recorder.takeReports(ignoring: ignored)
    recorder.reportFailures(at: site, ignoring: ignored)
    for report in reports { report.record(at: site, in: recorder.session) }
    told = Told(running: Set(running.map(\.token)), suspended: suspended?.node)
    overdue = nil
  }
}

/// The kinds of things that may remain in a store at the end of a test.
///
/// ```swift
/// await store.finish(ignoring: [.runningEffects, .drainingEffects])
/// ```
public struct Unasserted: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Actions that were received and not asserted, and an action whose handler is still suspended.
  public static let receivedActions = Unasserted(rawValue: 1 << 0)
  /// A change of the state that no action made, or none of a scope's own, and no step asserted.
  public static let stateChanges = Unasserted(rawValue: 1 << 1)
  /// Effects that run, or wait for their turn.
  public static let runningEffects = Unasserted(rawValue: 1 << 2)
  /// Effects that were cancelled or replaced and have not ended.
  public static let drainingEffects = Unasserted(rawValue: 1 << 3)
  /// Actions that the store dropped: the effect that sent them, or their handle, had been cancelled, their chain was
  /// too long, the store was stopped, or their scope was absent.
  public static let droppedActions = Unasserted(rawValue: 1 << 4)
  /// Issues that the runtime has reported.
  public static let issues = Unasserted(rawValue: 1 << 5)
  /// Errors that nothing has handled, and that were not received.
  public static let errors = Unasserted(rawValue: 1 << 6)
  /// Vetoes that were not received.
  public static let vetoes = Unasserted(rawValue: 1 << 7)
  /// All of them.
  public static let all: Unasserted = [
    .receivedActions, .stateChanges, .runningEffects, .drainingEffects, .droppedActions, .issues, .errors,
    .vetoes,
  ]
}
