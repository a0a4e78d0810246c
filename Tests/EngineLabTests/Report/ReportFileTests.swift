import EngineLab
import Foundation
import Testing

@Suite struct ReportFileTests {
  private func message(_ path: String) -> String? {
    do throws(LabError) {
      try ReportFile(path: path).write("x")
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `a report takes the place of the one before`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a longer report of old".utf8, to: "r.html")
    try ReportFile(path: path).write("new")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
  }

  @Test func `a device can be written`() {
    #expect(message("/dev/null") == nil)
  }

  @Test func `a folder is no file`() throws {
    let path = try TemporaryFolder().path
    #expect(
      message(path + "/no/r.html") == "\(path)/no/r.html: there is no folder '\(path)/no' to write the report to."
    )
    let folder = try TemporaryFolder()
    #expect(message(folder.path) == "\(folder.path): this is a folder. The report needs the path of a file.")
  }

  @Test(arguments: [("", "--report"), ("/dev/full", "/dev/full"), ("/proc/none.html", "/proc/none.html")])
  func `a path that cannot be written is told`(path: String, subject: String) {
    #if os(Linux)
    #expect(
      message(path) == "\(subject): the report cannot be written there. Choose another file with '--report'."
    )
    #endif
  }
}
