import IssueReporting
import StoreCore
import StoreSimulation
import StoreTesting

/// Makes the steps of a script, each at a line of its own.
@MainActor
enum Player {
  static let firstLine: UInt = 1_000

  /// The failures of a script on a test store of an engine, each with the number of its step.
  static func reports(of script: Script, on engine: TestedEngine) async -> [(step: Int, text: String)] {
    let log = ReportLog()
    await withIssueReporters([log]) { await engine.play(script) }
    return log.all.map { (Int($0.line) - Int(firstLine), $0.text) }
  }

  static func play<Engine: StoreEngine<State, Act>, State>(
    _ script: Script,
    on store: TestStore<Engine, Values>,
    _ gate: Gate,
    write: (Values.Field, Int) -> Void = { _, _ in }
  ) async {
    for (index, step) in script.steps.enumerated() {
      let line = firstLine + UInt(index)
      let exhaustivity = script.exceptions[index].map { $0 ? Exhaustivity.on : .off }
      switch step {
      case .send(let number, nil): await store.send(.act(number), exhaustivity: exhaustivity, line: line)
      case .send(let number, let change?):
        await store.send(.act(number), exhaustivity: exhaustivity, line: line) { try change.make(&$0) }
      case .sendUnseen(let number): store.store.send(.act(number))
      case .receive(let number, nil): await store.receive(.act(number), exhaustivity: exhaustivity, line: line)
      case .receive(let number, let change?):
        await store.receive(.act(number), exhaustivity: exhaustivity, line: line) { try change.make(&$0) }
      case .receiveWhere(let number, nil):
        await store.receive(where: Act.isNumber(number), exhaustivity: exhaustivity, line: line)
      case .receiveWhere(let number, let change?):
        await store.receive(where: Act.isNumber(number), exhaustivity: exhaustivity, line: line) {
          try change.make(&$0)
        }
      case .receiveError(let number): await store.receive(error: Failure(number: number), line: line)
      case .cancel(let name): store.store.cancel(.id(name))
      case .advance(let milliseconds): await store.clock.advance(by: .milliseconds(milliseconds))
      case .skipReceived: await store.skipReceived()
      case .openGate: gate.open()
      case .stop: store.store.runtime.stop()
      case .start: store.store.runtime.start()
      case .write(let field, let amount): write(field, amount)
      case .expectChange(let change):
        await store.expectChange(exhaustivity: exhaustivity, line: line) { try change.make(&$0) }
      case .finish(let ignored): await store.finish(ignoring: ignored, line: line)
      }
    }
  }
}

/// Keeps what is reported.
private final class ReportLog: IssueReporter {
  private let reports = Locked<[(line: UInt, text: String)]>([])

  var all: [(line: UInt, text: String)] { reports.withLock { $0 } }

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    // Such as that of an advance far past the last sleep.
    guard severity == .error else { return }
    let report = (line, message() ?? "")
    reports.withLock { $0.append(report) }
  }
}
