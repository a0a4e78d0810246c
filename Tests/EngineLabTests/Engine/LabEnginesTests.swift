import EngineLab
import Testing

@Suite struct LabEnginesTests {
  @Test func `an engine is found by its name`() throws {
    let engines = LabEngines([FakeEngine(name: "elm"), FakeEngine(name: "feature")])
    #expect(try engines.named("feature").name == "feature")
  }

  @Test func `an unknown name is answered with the known ones`() {
    let engines = LabEngines([FakeEngine(name: "elm"), FakeEngine(name: "feature")])
    let error = #expect(throws: LabError.self) { try engines.named("Elm") }
    #expect(error?.description == "--engine: unknown engine 'Elm'. Known: 'elm' and 'feature'.")
  }

  @Test func `without engines none is known`() {
    let error = #expect(throws: LabError.self) { try LabEngines([]).named("elm") }
    #expect(error?.description == "--engine: unknown engine 'elm'. No engine is known.")
  }
}
