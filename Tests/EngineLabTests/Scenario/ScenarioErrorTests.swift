#if Exhaustive
import Foundation
import Testing

@testable import EngineLab

@Suite struct ScenarioErrorTests {
  // MARK: The file

  @Test func `a missing file is named`() {
    expect("Scenarios/none.json: no such file.", readingFileAt: "Scenarios/none.json")
  }

  @Test func `a folder is not a scenario`() throws {
    let folder = try TemporaryFolder()
    expect("\(folder.path): this is a folder, not a file.", readingFileAt: folder.path)
  }

  @Test func `a link to itself is not a file`() throws {
    let folder = try TemporaryFolder()
    try folder.link("loop.json", to: "loop.json")
    expect("\(folder.path)/loop.json: no such file.", readingFileAt: folder.path + "/loop.json")
  }

  @Test func `a file that the system does not show is reported with the reason`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("{}".utf8, to: "a.json") + "/b.json"
    expect("\(path): the file cannot be read (Not a directory).", readingFileAt: path)
    let error = #expect(throws: LabError.self) { try FileProbe.names(inFolderAt: path) }
    #expect(error?.description == "\(path): the folder cannot be read (Not a directory).")
    let output = #expect(throws: LabError.self) { try OutputFile(path: path).check() }
    #expect(output?.reason.hasPrefix("the report cannot be written there (Not a directory). ") == true)
  }

  @Test func `a device is not read`() {
    expect("/dev/zero: this is not a regular file.", readingFileAt: "/dev/zero")
  }

  @Test func `a large file is refused`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(repeatElement(UInt8(ascii: " "), count: Scenario.maximumFileSize + 1), to: "a.json")
    expect("\(path): the file is larger than 1 MiB, the limit.", readingFileAt: path)
  }

  @Test func `a file at the limit is read`() throws {
    let folder = try TemporaryFolder()
    var text = #"{"feature": "search", "steps": [{"at": "0s", "type": "a"}]}"#
    text += String(repeating: " ", count: Scenario.maximumFileSize - text.utf8.count)
    let path = try folder.write(text.utf8, to: "a.json")
    #expect(try Scenario(contentsOf: path).script.feature == "search")
  }

  @Test(arguments: ["", " \r\n\t\n", "\u{FEFF}"])
  func `an empty file is reported as empty`(text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text.utf8, to: "a.json")
    expect("\(path): the file is empty.", readingFileAt: path)
  }

  @Test func `a NUL byte makes a file binary`() {
    expect("a.json:2: the file is not UTF-8 text but binary data.", reading: Data("{\n\"\0\"}".utf8))
  }

  @Test func `a broken UTF-8 sequence makes a file binary`() {
    expect("a.json:2: the file is not UTF-8 text but binary data.", reading: Data("é\n".utf8) + [0xC3, 0x28, 0])
  }

  @Test func `the first binary byte counts, of whichever kind`() {
    expect("a.json:1: the file is not UTF-8 text but binary data.", reading: Data("\0\n".utf8) + [0xFF])
  }

  // MARK: Syntax

  @Test(arguments: [
    ("{\n\"feature\": \"search\",\n\"steps\": [\n{\"at\": \"0s\"", 4, ": the text ends inside a value"),
    ("{\n\"feature\": \"sea\n", 2, " at the end of the line"),
    ("{\n\"feature\": \"sea", 2, ": the text ends inside a value"),
    ("{\n\"feature\": tr", 2, ": the text ends inside a value"),
    ("{\n\n", 1, ": the text ends inside a value"),
    ("{\n\"a\": tru\n}", 2, " near 'tru'"),
    ("{\r\n\"a\" 1}", 2, " near '1}'"),
    ("{\n\"a\": 'x'}", 2, " near ''x'}'"),
    ("{\"a\": 1 // a comment that is rather long\n}", 1, " near '// a comment that is'"),
    ("[1,\n2]\n\n x", 4, " near 'x'"),
    ("{\"a\": \"b\nc\"}", 1, " at the end of the line"),
    ("{\"a\":\n \"\\uD800\"}", 2, " near '\"\\uD800\"}'"),
    ("{\"a\":\n \"\\q\"}", 2, " near '\"\\q\"}'"),
    ("{\"a\":\n 01}", 2, " near '01}'"),
    ("{\"a\":\n -}", 2, " near '-}'"),
    ("{\"a\": [1,,\n2]}", 1, " near ','"),
    ("{,\n}", 1, " near ','"),
    ("{\"a\": 1]\n}", 1, " near ']'"),
    ("\n\u{1B}[2J", 2, " near '\\u{1B}[2J'"),
    (String(repeating: "[\n", count: 600), 513, ": nested too deeply"),
  ])
  func `broken JSON is shown at its line`(text: String, line: Int, place: String) {
    expect("a.json:\(line): not valid JSON\(place).", reading: Data(text.utf8))
  }

  // MARK: The object

  @Test(arguments: [
    ("[\n]", "1: expected an object, found an array. A scenario has \(Sample.keys)."),
    ("\n42", "2: expected an object, found a number. A scenario has \(Sample.keys)."),
    ("\n{}", "2: 'feature' is missing. A scenario has \(Sample.keys)."),
    ("{\"feature\": \"search\"\n}", "1: 'steps' is missing. A scenario has \(Sample.keys)."),
    (
      "{\n\"feature\": \"serach\", \"parameters\": 1,\n\"steps\": 1}",
      "2: unknown feature 'serach'. Known: \(Sample.features)."
    ),
    ("{\n\"feature\": null, \"steps\": []}", "2: 'feature' must be a string, found null."),
    ("{\"feature\": \"search\",\n\"colour\": 1}", "1: 'steps' is missing. A scenario has \(Sample.keys)."),
    ("{\"feature\": \"search\", \"steps\": [],\n\"colour\": 1}", "1: the scenario has no steps."),
    ("{\"feature\": \"search\", \"steps\":\n{}}", "2: 'steps' must be an array, found an object."),
    (Sample.scenario("\"colour\": 1"), "2: unknown key 'colour'. A scenario has \(Sample.keys)."),
    (Sample.scenario("\"colour\"\n:\n1"), "2: unknown key 'colour'. A scenario has \(Sample.keys)."),
    (Sample.scenario("\"col\\u006fur\\n\": 1"), "2: unknown key 'colour\\u{A}'. A scenario has \(Sample.keys)."),
    (Sample.scenario("\"title\": 1"), "2: 'title' must be a string, found a number."),
    (Sample.scenario("\"feature\": \"search\""), "2: 'feature' is given twice."),
    (Sample.scenario("\"\\u0066eature\": 1"), "2: 'feature' is given twice."),
    (Sample.scenario("\"until\": true"), "2: 'until' must be a time such as \"300ms\" or \"1.5s\", found true."),
    (Sample.scenario("\"until\": \"999ms\""), "2: the scenario ends at 999ms, before its last step at 1s."),
    (
      "{\"feature\": \"search\", \"until\": \"0s\",\n\"steps\": [{\"at\": \"1s\", \"type\": \"a\"}], \"colour\": 1}",
      "1: the scenario ends at 0s, before its last step at 1s."
    ),
  ])
  func `a wrong scenario object is explained`(text: String, message: String) {
    expect("a.json:\(message)", reading: Data(text.utf8))
  }

  // MARK: The parameters

  @Test(arguments: [
    ("[]", "'parameters' must be an object, found an array. \(Sample.parameterHint)"),
    ("{\"debuonce\": 1}", "unknown key 'debuonce'. \(Sample.parameterHint)"),
    ("{\"debounce\": 300}", "'debounce' must be a time such as \"300ms\" or \"1.5s\", found a number."),
    ("{\"debounce\": \"-1ms\"}", "'debounce' is negative: \"-1ms\". Times count from the beginning."),
    ("{\"readTime\": \"1 ms\"}", "'readTime' must be a time such as \"300ms\" or \"1.5s\", found \"1 ms\"."),
    ("{\"readTime\": \"0.5ns\"}", "'readTime' is finer than a nanosecond: \"0.5ns\"."),
    ("{\"limit\": 0}", "'limit' must be a whole number from 1 to 1000."),
    ("{\"limit\": 1001}", "'limit' must be a whole number from 1 to 1000."),
    ("{\"limit\": 2.5}", "'limit' must be a whole number from 1 to 1000."),
    ("{\"limit\": \"20\"}", "'limit' must be a whole number from 1 to 1000, found a string."),
    ("{\"limit\": true}", "'limit' must be a whole number from 1 to 1000, found true."),
    ("{\"extensions\": \"swift\"}", "\(Sample.extensionsHint), found a string."),
    ("{\"extensions\": []}", "\(Sample.extensionsHint), found an empty list."),
    ("{\"extensions\": [\"md\", 1]}", "\(Sample.extensionsHint), found a number."),
    (
      "{\"extensions\": [\".swift\"]}",
      "'.swift' is no file extension. Write it without dots, such as 'swift'."
    ),
    ("{\"limit\": 1, \"limit\": 1}", "'limit' is given twice."),
  ])
  func `wrong parameters are explained`(parameters: String, message: String) {
    expect("a.json:2: \(message)", reading: Data(Sample.scenario("\"parameters\": \(parameters)").utf8))
  }

  // MARK: Steps

  @Test(arguments: [
    ("1", "7: expected a step, found a number. \(Sample.stepHint)"),
    ("{\"at\": \"2s\",\n\"typo\": \"x\"}", "8: unknown step 'typo'. \(Sample.stepHint)"),
    ("{\"typo\": \"x\"}", "7: unknown step 'typo'. \(Sample.stepHint)"),
    ("{\"at\": \"2s\", \"type\": \"x\",\n\"colour\": 1}", "8: unknown key 'colour'. \(Sample.stepHint)"),
    ("{\"at\": \"2s\"}", "7: the step has no command. \(Sample.stepHint)"),
    ("{}", "7: the step has no 'at'. \(Sample.stepHint)"),
    ("{\n\"clear\": true}", "7: the step has no 'at'. \(Sample.stepHint)"),
    (
      "{\"at\": \"2s\", \"type\": \"x\",\n\"cancel\": true}",
      "8: the step has two commands, 'type' and 'cancel'. \(Sample.stepHint)"
    ),
    ("{\"at\": \"2s\", \"type\": \"x\",\n\"type\": \"y\"}", "8: 'type' is given twice."),
    ("{\"at\": \"2s\",\n\"at\": \"2s\", \"type\": \"y\"}", "8: 'at' is given twice."),
    ("{\"at\": 300, \"type\": \"x\"}", "7: 'at' must be a time such as \"300ms\" or \"1.5s\", found a number."),
    ("{\"at\":\n\"soon\", \"typo\": 1}", "8: 'at' must be a time such as \"300ms\" or \"1.5s\", found \"soon\"."),
    ("{\"at\": \"-5ms\", \"type\": \"x\"}", "7: 'at' is negative: \"-5ms\". Times count from the beginning."),
    ("{\"at\": \"3600.1s\", \"type\": \"x\"}", "7: 'at' is longer than one hour: \"3600.1s\"."),
    ("{\"at\": \"2s\",\n\"type\": 5}", "8: 'type' must be a string, found a number."),
    ("{\"at\": \"2s\", \"type\": \"\"}", "7: 'type' is empty. Use 'clear' to empty the field."),
    ("{\"at\": \"2s\", \"cancel\": false}", "7: 'cancel' must be true, found false."),
    ("{\"at\": \"2s\", \"clear\": \"yes\"}", "7: 'clear' must be true, found a string."),
    (
      "{\"type\": \"x\",\n\"at\": \"0.9s\"}",
      "8: the step at 900ms comes after one at 1s. Steps are in time order."
    ),
  ])
  func `a wrong step is explained at its line`(step: String, message: String) {
    let text = "{\n\"feature\": \"search\",\n\n\"steps\": [\n\n{\"at\": \"1s\", \"type\": \"x\"},\n\(step)]}"
    expect("a.json:\(message)", reading: Data(text.utf8))
  }

  @Test(arguments: [
    ("download", "start", "'start' or 'cancel'"), ("ticker", "start", "'start' or 'stop'"),
    ("checkout", "buy", "'buy' or 'cancel'"),
  ])
  func `a wrong step of each feature is explained`(feature: String, command: String, commands: String) {
    let hint = "A step has 'at' and one of \(commands)."
    let steps = [
      ("{\"at\": \"2s\", \"type\": \"x\"}", "unknown step 'type'. \(hint)"),
      ("{\"at\": \"2s\", \"\(command)\": \"\"}", "'\(command)' must be true, found a string."),
      ("{\"at\": \"2s\"}", "the step has no command. \(hint)"),
      (
        "{\"at\": \"0.9s\", \"\(command)\": true}",
        "the step at 900ms comes after one at 1s. Steps are in time order."
      ),
      ("{\"at\": \"2s\", \"\(command)\": true, \"\(command)\": true}", "'\(command)' is given twice."),
    ]
    for (step, message) in steps {
      let text = "{\"feature\": \"\(feature)\", \"steps\": [{\"at\": \"1s\", \"\(command)\": true},\n\(step)]}"
      #expect(Scenario.message(reading: text) == "a.json:2: \(message)")
    }
  }

  @Test func `the message names file, line and reason`() {
    let lines = [
      "{", "  \"feature\": \"search\",", "  \"steps\": [", "    {\"at\": \"0ms\", \"type\": \"st\"},",
      "    {\"at\": \"120ms\", \"type\": \"sto\"},", "    {\"at\": \"260ms\", \"type\": \"store\"},",
      "    {\"at\": \"3s\", \"typo\": \"cancel\"}", "  ]", "}",
    ]
    let error = #expect(throws: LabError.self) {
      try Scenario(data: Data(lines.joined(separator: "\n").utf8), file: "Scenarios/search.json")
    }
    #expect(
      error?.description
        == "Scenarios/search.json:7: unknown step 'typo'. A step has 'at' and one of 'type', 'cancel' or 'clear'."
    )
  }

  @Test func `of many problems the first in the file is reported`() {
    let text = """
      {"steps": [{"at": "1s", "type": "a"},
        {"at": "0s", "type": 1},
        {"at": "x"}],
       "parameters": {"limit": 0},
       "feature": "search"}
      """
    expect(
      "a.json:2: the step at 0s comes after one at 1s. Steps are in time order.",
      reading: Data(text.utf8)
    )
  }

  @Test func `of very many unknown keys the first is reported`() {
    let members = (1...40_000).map { "\"x\($0)\": 1" }.joined(separator: ",\n")
    expect(
      "a.json:2: unknown key 'x1'. A scenario has \(Sample.keys).",
      reading: Data(Sample.scenario(members).utf8)
    )
  }

  @Test func `an unknown feature is reported before problems that depend on the feature`() {
    let text = """
      {"steps": [{"at": "1s", "send": 1}, 7],
       "parameters": {"size": -1},
       "feature": "uplaod"}
      """
    expect("a.json:3: unknown feature 'uplaod'. Known: \(Sample.features).", reading: Data(text.utf8))
  }

  // MARK: Helpers

  private func expect(
    _ message: String,
    reading data: Data,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: LabError.self, sourceLocation: sourceLocation) {
      try Scenario(data: data, file: "a.json")
    }
    #expect(error?.description == message, sourceLocation: sourceLocation)
  }

  private func expect(
    _ message: String,
    readingFileAt path: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: LabError.self, sourceLocation: sourceLocation) {
      try Scenario(contentsOf: path)
    }
    #expect(error?.description == message, sourceLocation: sourceLocation)
  }
}
#endif
