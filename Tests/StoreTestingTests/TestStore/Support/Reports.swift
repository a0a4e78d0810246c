import IssueReporting
import Synchronization

/// A failure that was reported, and where.
struct Reported: Equatable, Sendable {
  let text: String
  let line: UInt
  let file: String
  var isWarning = false
}

/// Keeps what is reported.
final class ReportLog: IssueReporter {
  private let reports = Mutex<[Reported]>([])

  var all: [Reported] { reports.withLock { $0 } }

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let report = Reported(text: message() ?? "", line: line, file: "\(fileID)", isWarning: severity == .warning)
    reports.withLock { $0.append(report) }
  }
}

/// The reports in the course of a closure, which do not fail the test.
@MainActor
func reports(_ body: @MainActor () async throws -> Void) async rethrows -> [Reported] {
  let log = ReportLog()
  try await withIssueReporters([log]) { try await body() }
  return log.all
}

/// The texts of the reports in the course of a closure.
@MainActor
func texts(_ body: @MainActor () async throws -> Void) async rethrows -> [String] {
  try await reports(body).map(\.text)
}
