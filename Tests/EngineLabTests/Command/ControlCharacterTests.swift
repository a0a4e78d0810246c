import Foundation
import Testing

@testable import EngineLab

/// Names of users that hold control characters: none of a command's outputs holds them.
@MainActor
@Suite struct ControlCharacterTests {
  private let recorder = Recorder()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("x".utf8, to: "F/\(Self.evil).md")
  }

  /// Those of C0, DEL, those of C1, marks of direction, and separators of lines; with an accent that stays.
  nonisolated static let evil =
    "a\u{7}\u{1B}[2J\u{7F}\u{9B}2J\u{9D}\u{200E}\u{200F}\u{202A}\u{202E}\u{2066}\u{2069}\u{2028}\u{2029}é"

  private static func controls(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0 != "\n" && $0.isControl }
  }

  private func scenario(_ feature: String, _ step: [String: Any]) throws -> String {
    var document: [String: Any] = ["feature": feature, "title": Self.evil, "steps": [step]]
    if feature == "search" { document["parameters"] = ["extensions": ["md"]] }
    let data = try JSONSerialization.data(withJSONObject: document)
    return try folder.write(data, to: "\(feature).json")
  }

  @Test func `the JSON of a comparison has them as escapes`() async throws {
    let path = try scenario("search", ["at": "0ms", "type": Self.evil])
    let page = folder.path + "/r.html"
    let arguments = ["compare", path, "--folder", folder.path + "/F", "--json", "--report", page]
    #expect(await recorder.run(arguments, engines: LabEngine.all) == .success)
    #expect(Self.controls(in: recorder.output) == [])
    #expect(recorder.output.contains(#""title" : "a\u0007\u001b[2J\u007f\u009b2J\u009d\u200e"#))
    #expect(recorder.output.contains("é"))
    let document = try JSONSerialization.jsonObject(with: Data(recorder.output.utf8)) as? [String: Any]
    #expect(document?["title"] as? String == Self.evil)
    #expect(Self.controls(in: try String(contentsOfFile: page, encoding: .utf8)) == [])
  }

  @Test func `a comparison as text shows them`() async throws {
    let path = try scenario("search", ["at": "0ms", "type": Self.evil])
    let arguments = ["compare", path, "--folder", folder.path + "/F", "--report", folder.path + "/\(Self.evil).html"]
    #expect(await recorder.run(arguments, engines: LabEngine.all) == .success)
    #expect(Self.controls(in: recorder.output) == [])
    #expect(recorder.output.hasPrefix(#"a\u{7}\u{1B}[2J\u{7F}\u{9B}2J\u{9D}\u{200E}"#))
  }

  @Test func `a run shows them, as does its progress`() async throws {
    let path = try scenario("search", ["at": "0ms", "type": Self.evil])
    #expect(await recorder.run(["run", path, "--engine", "elm", "--folder", folder.path + "/F"]) == .success)
    #expect(recorder.output.contains(#"\u{9B}2J"#))
    #expect(recorder.error.contains(#"\u{9B}2J"#))
    #expect(Self.controls(in: recorder.output + recorder.error) == [])
  }

  @Test(arguments: [LabEngine.all, [.fake("elm"), .lying("feature")]])
  func `an exploration shows them, whether engines agree or differ`(engines: [LabEngine]) async throws {
    let path = try scenario("checkout", ["at": "0ms", "buy": true])
    _ = await recorder.run(["explore", path, "--seeds", "2", "--jobs", "1"], engines: engines)
    #expect(recorder.output.hasPrefix(#"a\u{7}\u{1B}[2J\u{7F}\u{9B}2J\u{9D}\u{200E}"#), "\(recorder.output)")
    #expect(Self.controls(in: recorder.output + recorder.error) == [])
  }

  @Test(arguments: [["compare", evil], ["run", evil, "--engine", "elm"], [evil], ["compare", "a", "--\(evil)"]])
  func `a refusal shows them`(arguments: [String]) async {
    #expect(await recorder.run(arguments) == .badInput)
    #expect(recorder.error.contains(#"\u{9B}2J"#), "\(recorder.error)")
    #expect(Self.controls(in: recorder.error) == [])
  }

  @Test func `a problem with a scenario's words shows them`() async throws {
    let path = try scenario("search", ["at": "0ms", Self.evil: "a"])
    #expect(await recorder.run(["compare", path, "--report", folder.path + "/r.html"]) == .badInput)
    #expect(recorder.error.contains(#"\u{9B}2J"#), "\(recorder.error)")
    #expect(Self.controls(in: recorder.error) == [])
  }
}
