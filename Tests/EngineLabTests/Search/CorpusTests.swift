#if Exhaustive
import Foundation
import Testing

@testable import EngineLab

@Suite struct CorpusTests {
  @Test func `files are sorted by path and shown under the folder's name`() throws {
    let folder = try TemporaryFolder()
    for name in ["B.swift", "a/Z.md", "a/b/C.swift", "a.swift", "A.SWIFT", "a/notes.log", "README"] {
      try folder.write("x".utf8, to: "Sources/" + name)
    }
    let corpus = try Corpus(ofFolderAt: folder.path + "/Sources/", extensions: ["swift", "MD"])
    #expect(
      corpus.files.map(\.path) == [
        "Sources/A.SWIFT", "Sources/B.swift", "Sources/a.swift", "Sources/a/Z.md", "Sources/a/b/C.swift",
      ]
    )
    #expect(corpus.skipped.isEmpty)
    #expect(corpus.folder == folder.path + "/Sources/")
  }

  @Test func `hidden files and folders are left out`() throws {
    let folder = try TemporaryFolder()
    for name in [".hidden.swift", ".git/a.swift", "a.swift"] { try folder.write("x".utf8, to: "F/" + name) }
    #expect(try Corpus(ofFolderAt: folder.path + "/F", extensions: ["swift"]).files.map(\.path) == ["F/a.swift"])
  }

  @Test func `binary, large and unreadable files are reported as skipped`() throws {
    let folder = try TemporaryFolder()
    try folder.write([0x61, 0x00, 0x62], to: "F/z.txt")
    try folder.write(repeatElement(UInt8(ascii: "a"), count: Corpus.maximumFileSize + 1), to: "F/large.txt")
    try folder.write(repeatElement(UInt8(ascii: "a"), count: Corpus.maximumFileSize), to: "F/limit.txt")
    try folder.link("F/gone.txt", to: "nowhere")
    try folder.link("F/loop.txt", to: "loop.txt")
    try folder.link("F/gone.log", to: "nowhere")
    let corpus = try Corpus(ofFolderAt: folder.path + "/F", extensions: ["txt"])
    #expect(corpus.files.map(\.path) == ["F/limit.txt"])
    #expect(
      corpus.skipped.map(\.description) == [
        "F/gone.txt: unreadable", "F/large.txt: larger than 4 MiB", "F/loop.txt: unreadable", "F/z.txt: binary",
      ]
    )
  }

  @Test func `bytes that are not UTF-8 are replaced`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("caf".utf8) + [0xE9] + Array(" au lait".utf8), to: "F/a.txt")
    let corpus = try Corpus(ofFolderAt: folder.path + "/F", extensions: ["txt"])
    #expect(corpus.files.map(\.text) == ["caf\u{FFFD} au lait"])
  }

  @Test func `links to folders are not followed, links to files are read`() throws {
    let folder = try TemporaryFolder()
    try folder.write("x".utf8, to: "F/a/a.txt")
    try folder.link("F/a/up", to: "..")
    try folder.link("F/self", to: ".")
    try folder.link("F/b.txt", to: "a/a.txt")
    let corpus = try Corpus(ofFolderAt: folder.path + "/F", extensions: ["txt"])
    #expect(corpus.files.map(\.path) == ["F/a/a.txt", "F/b.txt"])
    #expect(corpus.files.map(\.text) == ["x", "x"])
  }

  @Test func `a folder may itself be a link`() throws {
    let folder = try TemporaryFolder()
    try folder.write("x".utf8, to: "F/a.txt")
    try folder.link("L", to: "F")
    #expect(try Corpus(ofFolderAt: folder.path + "/L", extensions: ["txt"]).files.map(\.path) == ["L/a.txt"])
  }

  @Test(arguments: [("/L/..", "T/F/a.txt"), ("/T/F/.", "F/a.txt"), ("/L/../F", "F/a.txt")])
  func `the dots of a folder's path are followed as the system follows them`(path: String, file: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("x".utf8, to: "T/F/a.txt")
    try folder.link("L", to: "T/F")
    #expect(try Corpus(ofFolderAt: folder.path + path, extensions: ["txt"]).files.map(\.path) == [file])
  }

  @Test func `names that differ only in how accents are composed are two files`() async throws {
    let files = [SearchFile(path: "F/e\u{301}.txt", text: "two"), SearchFile(path: "F/\u{E9}.txt", text: "one")]
    let corpus = Corpus(folder: "F", files: files.reversed())
    #expect(corpus.files == files)
    #expect(try await corpus.search("one", limit: 1).hits.map { Array($0.path.utf8) } == [Array("F/\u{E9}.txt".utf8)])
  }

  @Test func `a name that begins with an accent is read`() throws {
    let folder = try TemporaryFolder()
    try folder.write("x".utf8, to: "F/\u{301}.txt")
    #expect(try Corpus(ofFolderAt: folder.path + "/F", extensions: ["txt"]).files.map(\.text) == ["x"])
  }

  @Test func `an empty folder has no files`() throws {
    let folder = try TemporaryFolder()
    #expect(try Corpus(ofFolderAt: folder.path, extensions: ["txt"]).files.isEmpty)
  }

  @Test func `a folder that does not exist is named`() {
    let error = #expect(throws: LabError.self) { try Corpus(ofFolderAt: "no/Sources", extensions: ["txt"]) }
    #expect(error?.description == "no/Sources: no such folder.")
    let emptyName = #expect(throws: LabError.self) { try Corpus(ofFolderAt: "", extensions: ["txt"]) }
    #expect(emptyName?.description == "'': no such folder.")
  }

  @Test func `a file is not a folder`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x".utf8, to: "a.txt")
    let error = #expect(throws: LabError.self) { try Corpus(ofFolderAt: path, extensions: ["txt"]) }
    #expect(error?.description == "\(path): this is a file, not a folder.")
  }

  @Test func `all files read are searched`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("one store\ntwo".utf8, to: "F/b.txt")
    try folder.write("Store\nstore".utf8, to: "F/a/a.txt")
    try folder.write([0], to: "F/c.txt")
    try folder.link("F/d.txt", to: "nowhere")
    let outcome = try await Corpus(ofFolderAt: folder.path + "/F", extensions: ["txt"]).search("store", limit: 10)
    #expect(outcome.hits.map(\.path) == ["F/a/a.txt", "F/a/a.txt", "F/b.txt"])
    #expect(outcome.skipped.map(\.path) == ["F/c.txt", "F/d.txt"])
    #expect(outcome.files == 2)
  }
}
#endif
