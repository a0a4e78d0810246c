import Testing

@testable import EngineLab

@Suite struct BacklogTests {
  @Test func `a backlog remembers the most that waited`() {
    let backlog = Backlog()
    #expect(backlog.most == nil)
    backlog.give()
    backlog.give()
    backlog.take()
    backlog.give()
    backlog.take()
    #expect(backlog.most == 2)
  }
}

@Suite struct LabEngineTests {
  @Test func `an engine is found by its name`() throws {
    #expect(try LabEngine.all.named("feature").name == "feature")
  }

  @Test func `an unknown name is answered with the known ones`() {
    let engines = [LabEngine.fake("elm"), .fake("feature")]
    let error = #expect(throws: LabError.self) { try engines.named("Elm") }
    #expect(error?.description == "--engine: unknown engine 'Elm'. Known: 'elm' and 'feature'.")
  }

  @Test func `without engines none is known`() {
    let error = #expect(throws: LabError.self) { try [LabEngine]().named("elm") }
    #expect(error?.description == "--engine: unknown engine 'elm'. No engine is known.")
  }
}
