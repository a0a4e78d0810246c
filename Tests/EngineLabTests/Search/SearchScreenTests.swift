import EngineLab
import Testing

@Suite struct SearchScreenTests {
  private func screen(_ activity: SearchActivity) -> SearchScreen {
    SearchScreen(query: "a\n", activity: activity, outcome: SearchOutcome())
  }

  @Test(arguments: [
    (SearchActivity.idle, "idle", "idle"), (.waiting, "waiting", "waiting for more text"),
    (.searching(SearchProgress(done: 34, total: 120, hits: 12)), "searching", "searching 34/120 files, 12 hits"),
    (.finished(hits: 1), "finished", "finished, 1 hit"),
  ])
  func `every activity has words`(activity: SearchActivity, name: String, text: String) {
    #expect(screen(activity).phase == "a\n \(name)")
    #expect(screen(activity).progress == "\"a\\u{A}\"  \(text)")
  }

  @Test func `the final state has query, hits and skipped files`() {
    let outcome = SearchOutcome(
      hits: [SearchHit(path: "F/a", line: 1, text: "a")],
      totalHits: 1,
      files: 1,
      skipped: [SkippedFile(path: "F/z", reason: .binary)]
    )
    #expect(
      SearchScreen(query: "a", activity: .idle, outcome: outcome).finalState
        == FinalState(
          rows: [FinalState.Row("Query", "\"a\""), FinalState.Row("Hits", "1")],
          lists: [
            FinalState.List("Hits", note: "all 1", item: "Hit", items: ["F/a:1: a"]),
            FinalState.List("Skipped", note: "1 file", item: "Skipped file", items: ["F/z: binary"]),
          ]
        )
    )
  }
}
