import Testing

@testable import EngineLab

/// The commands that list engines and scenarios.
@MainActor
@Suite struct ListCommandsTests {
  private let recorder = Recorder()

  private func run(_ arguments: String..., engines: [LabEngine] = []) async -> LabStatus {
    await recorder.run(arguments, engines: engines)
  }

  @Test func `engines are listed with their paradigms`() async {
    let engines = [LabEngine.fake("elm", summary: "pure"), .fake("feature", summary: "a class")]
    #expect(await run("engines", engines: engines) == .success)
    #expect(recorder.output == "elm      pure\nfeature  a class\n")
    #expect(recorder.error.isEmpty)
  }

  @Test func `each engine states its paradigm in one line`() async {
    #expect(await run("engines", engines: LabEngine.all) == .success)
    #expect(
      recorder.output == """
        elm         a pure reduce(state, action) -> (state, Effect), from the module ElmEngine
        feature     an action handler over an @Observable class, from the module FeatureEngine
        effectview  update(inout state, event) -> Effect? over a view's lifetime, from the module EffectViewEngine
        redux       reduce(into:action:) async, and an ObservableObject, from the module ReduxBridge

        """
    )
  }

  @Test func `scenarios are listed with feature and title`() async {
    #expect(await run("scenarios", "--folder", ShippedScenario.folder) == .success)
    let lines = recorder.output.split(separator: "\n").map { $0.replacing(ShippedScenario.folder + "/", with: "") }
    #expect(
      lines == [
        "checkout-cancel.json   checkout  A customer who changes their mind, and buys after all",
        "checkout-timeout.json  checkout  A payment that takes too long each time",
        "checkout.json          checkout  A payment that succeeds at the third attempt",
        "download-breaks.json   download  A connection that breaks",
        "download.json          download  Download, change one's mind, start again",
        "search.json            search    Search while typing",
        "ticker.json            ticker    Ticks in bursts that no buffer could hold",
      ]
    )
    #expect(recorder.error.isEmpty)
  }

  @Test func `a wrong file is reported, and the others are listed`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"feature": "ticker", "steps": [{"at": "0s", "start": true}]}"#.utf8, to: "good.json")
    try folder.write("{}".utf8, to: "bad.json")
    #expect(await run("scenarios", "--folder", folder.path) == .badInput)
    #expect(recorder.output == "\(folder.path)/good.json  ticker  good.json\n")
    #expect(
      recorder.error == "\(folder.path)/bad.json:1: 'feature' is missing. A scenario has \(Sample.keys).\n"
    )
  }

  @Test func `a folder without scenarios gives one message`() async {
    #expect(await run("scenarios", "--folder", "no/such/folder") == .badInput)
    #expect(recorder.error == "no/such/folder: no such folder.\n")
    #expect(recorder.output.isEmpty)
  }

  @Test(arguments: ["--help", "compare --help", "run --help", "engines --help", "scenarios --help"])
  func `every help has examples`(arguments: String) async {
    let status = await recorder.run(arguments.split(separator: " ").map(String.init), engines: [])
    #expect(status == .success)
    let command = arguments == "--help" ? "" : arguments.split(separator: " ").first.map { " \($0)" } ?? ""
    #expect(recorder.output.contains("EXAMPLES:\n  engine-lab\(command)"))
  }
}
