import EngineLab
import Testing

@Suite struct FolderReaderTests {
  @Test func `a reader finds what a corpus finds`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("one store\ntwo".utf8, to: "F/b.txt")
    try folder.write("Store\nstore".utf8, to: "F/a/a.txt")
    try folder.write([0], to: "F/c.txt")
    try folder.link("F/d.txt", to: "nowhere")
    let corpus = try Corpus(folder: folder.path + "/F", extensions: ["txt"])
    let reader = try FolderReader(folder: folder.path + "/F", extensions: ["txt"])
    let outcome = try await search(query: "store", in: reader, limit: 10)
    #expect(try await search(query: "store", in: corpus, limit: 10) == outcome)
    #expect(outcome.hits.map(\.path) == ["F/a/a.txt", "F/a/a.txt", "F/b.txt"])
    #expect(outcome.skipped.map(\.path) == ["F/c.txt", "F/d.txt"])
    #expect(outcome.files == 2)
  }

  @Test func `files are read anew for each search`() async throws {
    let folder = try TemporaryFolder()
    let reader = try FolderReader(folder: folder.path, extensions: ["txt"])
    #expect(try await reader.list().paths.isEmpty)
    try folder.write("x".utf8, to: "a.txt")
    #expect(try await search(query: "x", in: reader, limit: 1).totalHits == 1)
  }

  @Test func `a file that has gone since the listing is skipped`() async throws {
    let folder = try TemporaryFolder()
    let reader = try FolderReader(folder: folder.path, extensions: ["txt"])
    #expect(try await reader.read("F/a.txt") == .skipped(SkippedFile(path: "F/a.txt", reason: .unreadable)))
  }

  @Test func `a cancelled task neither lists nor reads`() async throws {
    let folder = try TemporaryFolder()
    let reader = try FolderReader(folder: folder.path, extensions: ["txt"])
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) { try await reader.list() }
      await #expect(throws: CancellationError.self) { try await reader.read("F/a.txt") }
    }
    await task.value
  }

  @Test func `a folder that does not exist is named`() {
    let error = #expect(throws: LabError.self) { try FolderReader(folder: "no/Sources", extensions: ["txt"]) }
    #expect(error?.description == "no/Sources: no such folder.")
  }
}
