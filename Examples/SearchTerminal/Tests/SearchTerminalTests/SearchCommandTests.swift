import Foundation
import StoreTesting
import Testing

@testable import SearchTerminal

@MainActor
@Suite struct SearchCommandTests {
  private let folder = FakeFolder(files: [("a.txt", "swift\nswim")], clock: ImmediateClock())

  private func output(of queries: [String], folder: FakeFolder? = nil) async -> ([String], SearchCommand.Status) {
    var lines: [String] = []
    let status = await SearchCommand.plain(queries, folder: folder ?? self.folder, limit: 10) { lines.append($0) }
    return (lines, status)
  }

  @Test func `each line is searched for`() async {
    let (lines, status) = await output(of: ["swim", "sea", "sea", "SWI"])
    #expect(
      lines == [
        "swim: 1 hit in 1 file", "  a.txt:2: swim", "sea: 0 hits in 1 file", "sea: 0 hits in 1 file",
        "SWI: 2 hits in 1 file", "  a.txt:1: swift", "  a.txt:2: swim",
      ]
    )
    #expect(status == .found)
    #expect(await output(of: ["sea"]).1 == .notFound)
  }

  @Test func `a folder that cannot be listed ends the command`() async {
    var missing = folder
    missing.isMissing = true
    let (lines, status) = await output(of: ["a", "b"], folder: missing)
    #expect(lines == ["a: Failed: Unreadable()"])
    #expect(status == .badInput)
  }

  @Test func `the input has to be text with a line in it`() throws {
    #expect(try SearchCommand.lines(of: Data("a\n\n b \r\n".utf8)) == ["a", "b"])
    #expect(throws: CommandError("standard input: has no line to search for")) {
      try SearchCommand.lines(of: Data("\n".utf8))
    }
    #expect(throws: CommandError("standard input: line 2 is not UTF-8 text")) {
      try SearchCommand.lines(of: Data([0x61, 0x0A, 0xFF]))
    }
  }

  @Test func `arguments are a folder and a limit`() throws {
    let arguments = try Arguments(["--limit", "3", "--inspect", "folder"])
    #expect(arguments.folder == "folder")
    #expect(arguments.limit == 3)
    #expect(arguments.inspects)
    #expect(try Arguments([]).folder == ".")
    #expect(try !Arguments([]).inspects)
    #expect(try Arguments(["-h"]).wantsHelp)
    #expect(throws: CommandError("--limit: takes a number from 1")) { try Arguments(["--limit", "0"]) }
    #expect(throws: CommandError("--color: there is no such option")) { try Arguments(["--color"]) }
    #expect(throws: CommandError("b: one folder is searched, a")) { try Arguments(["a", "b"]) }
  }
}
