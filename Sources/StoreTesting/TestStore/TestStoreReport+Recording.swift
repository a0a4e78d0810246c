import IssueReporting
import StoreCore
import StoreRecording
import Testing

#if canImport(XCTest)
import XCTest
#endif

extension TestStoreReport {
  /// Fails the test at a place, and attaches a session to it, if that is the first failure with it.
  ///
  /// Without a running test it is only shown, as any issue of the program.
  func record(at site: CallSite, in session: Recorder? = nil) {
    guard reachesTests else {
      reportIssue(text, fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
      return
    }
    var text = text
    if let session, Test.current != nil, session.isFirstFailure() {
      let name = "session.jsonl"
      let lines = session.recording.jsonLines().map { $0 + "\n" }.joined()
      Attachment.record(lines, named: name, sourceLocation: SourceLocation(site))
      text += "\n\nWhat had happened is attached as '\(name)': see 'swift test --attachments-path'."
    }
    Issue.record(Comment(rawValue: text), sourceLocation: SourceLocation(site))
    // XCTest runs the test, or a test of Swift Testing whose task does not know it. The library without a running test
    // ignores the report.
    #if canImport(XCTest)
    if Test.current == nil { XCTFail(text, file: site.filePath, line: site.line) }
    #endif
  }

  /// Shows it at a place, without failing the test.
  ///
  /// It is a warning in Swift Testing, or a known issue before Swift 6.3. XCTest can do so only with an Objective-C
  /// runtime. Without one nothing is shown: there a warning would fail the test, too.
  func show(at site: CallSite) {
    guard reachesTests else {
      reportIssue(
        text,
        severity: .warning,
        fileID: site.fileID,
        filePath: site.filePath,
        line: site.line,
        column: site.column
      )
      return
    }
    if Test.current != nil {
      #if compiler(>=6.3)
      Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: SourceLocation(site))
      #else
      withKnownIssue(isIntermittent: true, sourceLocation: SourceLocation(site)) {
        Issue.record(Comment(rawValue: text), sourceLocation: SourceLocation(site))
      }
      #endif
    } else {
      #if canImport(XCTest) && _runtime(_ObjC)
      XCTExpectFailure(strict: false) { XCTFail(text, file: site.filePath, line: site.line) }
      #endif
    }
  }

  /// Whether a test library gets the reports, and not a reporter that was set instead.
  private var reachesTests: Bool {
    isTesting && IssueReporters.current.allSatisfy { $0 is _DefaultReporter }
  }
}

extension SourceLocation {
  fileprivate init(_ site: CallSite) {
    self.init(
      fileID: site.fileID.description,
      filePath: site.filePath.description,
      line: Int(site.line),
      column: Int(site.column)
    )
  }
}
