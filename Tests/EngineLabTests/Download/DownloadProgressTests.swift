import EngineLab
import Testing

@Suite struct DownloadProgressTests {
  @Test func `each quarter is completed once`() {
    let chunks = (1...100).filter { DownloadProgress(received: $0, total: 100, chunk: 1).completesQuarter }
    #expect(chunks == [25, 50, 75, 100])
    #expect(DownloadProgress(received: 99, total: 100, chunk: 1).quarters == 3)
    #expect(DownloadProgress(received: 100, total: 100, chunk: 1).quarters == 4)
    #expect(DownloadProgress().quarters == 0)
  }

  @Test func `a chunk larger than a quarter completes one`() {
    #expect(DownloadProgress(received: 60, total: 100, chunk: 60).completesQuarter)
    #expect(!DownloadProgress(received: 70, total: 100, chunk: 10).completesQuarter)
    #expect(DownloadProgress(received: 1, total: 1, chunk: 1).completesQuarter)
  }

  @Test func `nothing has come before the first chunk`() {
    #expect(DownloadProgress().text == "nothing")
    #expect(DownloadProgress(received: 1, total: 2, chunk: 1).text == "1 of 2 KB")
  }
}
