import Foundation
import Testing

@testable import SearchTerminal

@Suite struct DiskFolderTests {
  @Test func `text files are found in folders, in order, without hidden ones`() async throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: root.appendingPathComponent("b/c"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    for (path, text) in [("z.txt", "z"), ("b/c/a.txt", "a"), (".hidden", "h"), ("data", "a\u{0}b")] {
      try Data(text.utf8).write(to: root.appendingPathComponent(path))
    }
    try Data(count: 2 << 20).write(to: root.appendingPathComponent("large"))

    let folder = try DiskFolder(path: root.path)
    #expect(try await folder.paths() == ["b/c/a.txt", "data", "large", "z.txt"])
    #expect(try await folder.text(of: "b/c/a.txt") == "a")
    #expect(try await folder.text(of: "data") == nil)
    #expect(try await folder.text(of: "large") == nil)
    #expect(try await folder.text(of: "gone") == nil)
  }

  @Test func `a folder has to be one`() {
    #expect(throws: CommandError("/no such folder: there is no such folder")) {
      try DiskFolder(path: "/no such folder")
    }
    #expect(throws: CommandError("\(#filePath): is a file, name a folder")) { try DiskFolder(path: #filePath) }
  }
}
