import StoreCore
import Testing

@testable import EngineLab

@Suite struct SearchTests {
  private let corpus = Corpus(
    folder: "F",
    files: [
      SearchFile(path: "F/b", text: "store\nSTORE"), SearchFile(path: "F/a", text: "a store"),
      SearchFile(path: "F/c", text: "none"),
    ],
    skipped: [SkippedFile(path: "F/z", reason: .binary)]
  )

  @Test func `hits come in the order of paths and lines`() async throws {
    let outcome = try await corpus.search("Store", limit: 10)
    #expect(
      outcome
        == SearchOutcome(
          hits: [
            SearchHit(path: "F/a", line: 1, text: "a store"), SearchHit(path: "F/b", line: 1, text: "store"),
            SearchHit(path: "F/b", line: 2, text: "STORE"),
          ],
          totalHits: 3,
          files: 3,
          skipped: [SkippedFile(path: "F/z", reason: .binary)]
        )
    )
  }

  @Test func `hits beyond the limit are counted`() async throws {
    let outcome = try await corpus.search("store", limit: 2)
    #expect(outcome.hits.map(\.path) == ["F/a", "F/b"])
    #expect(outcome.totalHits == 3)
  }

  @Test func `progress comes once after each file`() async throws {
    var progress: [SearchProgress] = []
    _ = try await corpus.search("store", limit: 1) { progress.append($0) }
    #expect(
      progress == [
        SearchProgress(done: 1, total: 3, hits: 1), SearchProgress(done: 2, total: 3, hits: 3),
        SearchProgress(done: 3, total: 3, hits: 3),
      ]
    )
  }

  @Test func `cancellation ends a search before the next file`() async {
    let corpus = corpus
    let task = Task {
      var done = 0
      await #expect(throws: CancellationError.self) {
        try await corpus.search("store", limit: 1) {
          done = $0.done
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      return done
    }
    #expect(await task.value == 1)
  }

  @Test func `an empty query has no hits`() async throws {
    #expect(try await corpus.search("", limit: 1).totalHits == 0)
  }
}

@Suite struct SearchScreenTests {
  private func screen(_ activity: Search.Activity) -> Search.State {
    Search.State(query: "a\n", activity: activity, outcome: SearchOutcome())
  }

  @Test(arguments: [
    (Search.Activity.idle, "idle", "idle"), (.waiting, "waiting", "waiting for more text"),
    (.searching(SearchProgress(done: 34, total: 120, hits: 12)), "searching", "searching 34/120 files, 12 hits"),
    (.finished(hits: 1), "finished", "finished, 1 hit"),
  ])
  func `every activity has a description`(activity: Search.Activity, name: String, text: String) {
    #expect(screen(activity).phase == "a\n \(name)")
    #expect(screen(activity).progressText == "\"a\\u{A}\"  \(text)")
  }

  @Test func `the final state has query, hits and skipped files`() {
    let outcome = SearchOutcome(
      hits: [SearchHit(path: "F/a", line: 1, text: "a")],
      totalHits: 1,
      files: 1,
      skipped: [SkippedFile(path: "F/z", reason: .binary)]
    )
    #expect(
      Search.State(query: "a", activity: .idle, outcome: outcome).finalState
        == FinalState(
          rows: [FinalState.Row("Query", "\"a\""), FinalState.Row("Hits", "1")],
          lists: [
            FinalState.List(title: "Hits", note: "all 1", item: "Hit", items: ["F/a:1: a"]),
            FinalState.List(title: "Skipped", note: "1 file", item: "Skipped file", items: ["F/z: binary"]),
          ]
        )
    )
  }
}

@Suite struct SearchEventTests {
  @Test(arguments: [
    (Search.Action.typed("sto\n"), #"typed "sto\u{A}""#), (.cancelTapped, "cancel requested"), (.cleared, "cleared"),
    (.searchStarted("st"), #"search started "st""#),
    (.found("st", SearchOutcome(totalHits: 12, files: 1)), #"search finished "st": 12 hits in 1 file"#),
    (.failed("x", message: "no\nluck"), #"search failed "x": no\u{A}luck"#),
  ])
  func `every event has a description`(action: Search.Action, text: String) {
    #expect(action.event?.text == text)
  }

  @Test func `a search that was stopped shows the reason`() {
    #expect(Search.Action.text(ofStopped: "st", .cancelled) == #"search cancelled "st" (cancelled)"#)
    #expect(Search.Action.text(ofStopped: "st", .replaced) == #"search cancelled "st" (replaced)"#)
  }
}
