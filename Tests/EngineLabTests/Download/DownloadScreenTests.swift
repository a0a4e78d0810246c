import EngineLab
import Testing

@Suite struct DownloadScreenTests {
  @Test(arguments: [
    (DownloadActivity.idle, "idle"), (.downloading, "downloading"), (.finished, "finished"),
    (.cancelled, "cancelled"), (.failed("no\nluck"), "failed: no\\u{A}luck"),
  ])
  func `every activity has words`(activity: DownloadActivity, text: String) {
    let screen = DownloadScreen(
      activity: activity,
      downloaded: DownloadProgress(received: 1, total: 2, chunk: 1)
    )
    #expect(screen.phase == "\(text) 2/4")
    #expect(screen.progress == "\(text), 1 of 2 KB")
    #expect(
      screen.finalState
        == FinalState(rows: [FinalState.Row("Download", text), FinalState.Row("Received", "1 of 2 KB")])
    )
  }
}
