import Foundation
import Testing

@testable import EngineLab

/// Outputs that would overwrite an input of the command.
@MainActor
@Suite struct OverwrittenInputTests {
  private let recorder = Recorder()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, to name: String) throws -> String { try folder.write(Data(text.utf8), to: name) }

  private func text(of path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test(arguments: ["a.json", "link.json", "sub/b.swift"])
  func `a report does not overwrite a file that was read`(report: String) async throws {
    let file = try write(#"{"feature": "search", "steps": [{"at": "0ms", "type": "x"}]}"#, to: "a.json")
    try FileManager.default.createDirectory(atPath: folder.path + "/sub", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.json", withDestinationPath: file)
    _ = try write("x", to: "sub/b.swift")
    let path = folder.path + "/" + report
    let before = try text(of: path)
    let arguments = ["compare", file, "--folder", folder.path + "/sub", "--report", path]
    #expect(await recorder.run(arguments, engines: LabEngine.all) == .badInput)
    #expect(
      recorder.error == "\(path): this file was read, and would be lost. Choose another one with '--report'.\n"
    )
    #expect(try text(of: path) == before)
  }

  @Test func `a finding does not overwrite a file that was read`() async throws {
    let file = try write(#"{"feature": "download", "steps": [{"at": "0ms", "start": true}]}"#, to: "a.json")
    let faults = try write(#"{"latency": "1s"}"#, to: "f.json")
    for path in [file, faults] {
      let recorder = Recorder()
      let arguments = ["explore", file, "--faults", faults, "--shrink", "--finding", path]
      #expect(await recorder.run(arguments) == .badInput)
      #expect(
        recorder.error == "\(path): this file was read, and would be lost. Choose another one with '--finding'.\n"
      )
    }
  }
}
