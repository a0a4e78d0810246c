import ElmEngine
import StoreRecording
import StoreTesting
import Testing
import XCTest
import _StoreTestSupport

/// The reporting of failures to the testing framework.
@MainActor
@Suite struct ReportingTests {
  @Test func `a failure is an issue of the test, at the step's place`() async {
    let store = Script().tested()
    let line = #line + 2
    await withKnownIssue {
      await store.send("a") { $0 = ["b"] }
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.sourceLocation?.column == 23
        && issue.sourceLocation?.fileID == #fileID
        && issue.comments.contains { $0.rawValue.hasPrefix("The state after 'a' is not the expected one.\n\n") }
    }
    await store.finish()
  }

  @Test func `the first failure has the session, and says how it is kept`() async throws {
    var options = StoreOptions()
    let store = TestStore {
      options = $0
      return ElmEngine.Store<Int, Int>(initialState: 0, options: $0) { ($0 + $1, .none) }
    }
    let said = Counter()
    await withKnownIssue {
      await store.send(1) { $0 = 2 }
      await store.send(1) { $0 = 3 }
    } matching: { issue in
      let end = "\n\nWhat had happened is attached as 'session.jsonl': see 'swift test --attachments-path'."
      if issue.comments.contains(where: { $0.rawValue.hasSuffix(end) }) { said.add() }
      return true
    }
    #expect(said.value == 1)
    await store.finish()
    let recorder = try #require(options.observers.first as? Recorder)
    #expect(recorder.recording.lines.dropFirst() == ["     0ms  handled 1", "     0ms  handled 1"])
  }

  @Test func `skipped changes that are shown are known issues`() async {
    let store = Script().tested(.off(showsSkipped: true))
    // An issue that is not known would fail this test.
    await store.send("a")
    await store.finish()
  }

  @Test func `a report by a forgotten test store is an issue of the test`() async {
    await withKnownIssue {
      let store = Script { word, _ in word == "a" ? .now("b") : .none }.tested()
      await store.send("a") { $0 = ["a"] }
    } matching: { issue in
      // Where the helper makes it.
      issue.sourceLocation?.fileID.hasSuffix("Script.swift") == true
        && issue.comments.contains { $0.rawValue.contains("  1. b\n\n") }
    }
  }
}

/// The same in XCTest.
final class ReportingXCTests: XCTestCase {
  @MainActor
  func testStepsWorkInXCTest() async {
    let script = Script { word, _ in word == "a" ? .now("b") : .none }
    let store = script.tested()
    await store.send("a") { $0 = ["a"] }
    await store.receive("b") { $0 = ["a", "b"] }
    let texts = await texts { await store.receive("c") }
    XCTAssertEqual(texts.count, 1)
    await store.finish()
  }
}
