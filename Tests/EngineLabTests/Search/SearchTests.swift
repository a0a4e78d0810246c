import EngineLab
import Testing

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
    let outcome = try await search(query: "Store", in: corpus, limit: 10)
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
    let outcome = try await search(query: "store", in: corpus, limit: 2)
    #expect(outcome.hits.map(\.path) == ["F/a", "F/b"])
    #expect(outcome.totalHits == 3)
  }

  @Test func `progress comes once after each file`() async throws {
    var progress: [SearchProgress] = []
    _ = try await search(query: "store", in: corpus, limit: 1) { progress.append($0) }
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
        try await search(query: "store", in: corpus, limit: 1) {
          done = $0.done
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      return done
    }
    #expect(await task.value == 1)
  }

  @Test func `an empty query is nowhere`() async throws {
    #expect(try await search(query: "", in: corpus, limit: 1).totalHits == 0)
  }
}
