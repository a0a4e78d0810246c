import Foundation
import Testing

@testable import EngineLab

@Suite struct OutputFileTests {
  /// The message of writing a report, which the check gives too if it `canSay` it; nil if the report is written.
  private func message(_ path: String, canSay: Bool = true) -> String? {
    let looked = finding(path)
    do throws(LabError) {
      try OutputFile(path: path).write("x")
      return nil
    } catch {
      if canSay { #expect(looked == error.description) }
      return error.description
    }
  }

  /// The message of the check; nil if a report can be written.
  private func finding(_ path: String) -> String? {
    do throws(LabError) {
      try OutputFile(path: path).check()
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `a report replaces the previous one`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a longer report of old".utf8, to: "r.html")
    try OutputFile(path: path).write("new")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
  }

  @Test func `a device can be written to`() {
    #expect(message("/dev/null") == nil)
  }

  @Test func `a folder is not a file`() throws {
    let path = try TemporaryFolder().path
    #expect(
      message(path + "/no/r.html") == "\(path)/no/r.html: there is no folder '\(path)/no' to write the report to."
    )
    let folder = try TemporaryFolder()
    #expect(message(folder.path) == "\(folder.path): this is a folder. The report needs the path of a file.")
  }

  @Test(arguments: [
    ("", "--report", "No such file or directory"),
    ("/dev/full", "/dev/full", "No space left on device"),
    ("/proc/none.html", "/proc/none.html", "No such file or directory"),
  ])
  func `a path that cannot be written is reported`(path: String, subject: String, reason: String) {
    #if os(Linux)
    #expect(
      message(path, canSay: path != "/dev/full")
        == "\(subject): the report cannot be written there (\(reason)). Choose another file with '--report'."
    )
    #endif
  }

  @Test func `the check of a path changes nothing`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("of old".utf8, to: "r.html")
    try folder.link("nowhere.html", to: folder.path + "/none.html")
    try #require(mkfifo(folder.path + "/pipe", 0o600) == 0)
    #expect(finding(path) == nil)
    #expect(finding(folder.path + "/new.html") == nil)
    #expect(finding(folder.path + "/nowhere.html") == nil)
    #expect(finding(folder.path + "/pipe") == nil)
    #expect(finding("/dev/null") == nil)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "of old")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["nowhere.html", "pipe", "r.html"]
    )
  }

  @Test func `a report is written by way of a link that leads nowhere yet`() throws {
    let folder = try TemporaryFolder()
    try folder.link("link.html", to: folder.path + "/there.html")
    try OutputFile(path: folder.path + "/link.html").write("new")
    #expect(try String(contentsOfFile: folder.path + "/there.html", encoding: .utf8) == "new")
  }

  @Test(arguments: ["q", "-", "é"])
  func `a name may be a single character`(name: String) throws {
    try OutputFile(path: name).check()
    #expect(FileProbe.kind(ofFileAt: name) == .missing)
  }

  @Test func `a pipe is read to its end`() {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data("played 1\n".utf8))
    #expect(FileProbe.next(in: pipe.fileHandleForReading.fileDescriptor) == Data("played 1\n".utf8))
    pipe.fileHandleForWriting.closeFile()
    #expect(FileProbe.next(in: pipe.fileHandleForReading.fileDescriptor) == nil)
    #expect(FileProbe.next(in: -1) == nil)
  }
}
