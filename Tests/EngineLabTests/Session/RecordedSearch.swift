import Foundation
import StoreRecording
import StoreSimulation

@testable import EngineLab

extension AnyScript {
  /// Plays the script in virtual time, and returns what was recorded.
  @MainActor func recording(on engine: LabEngine, files: Corpus = .empty) async -> Recording {
    let bench = TestBench()
    let world = World(clock: bench.clock, isVirtual: true, files: files)
    let play = Play<Feature>(parameters, on: engine, in: world, options: bench.options)
    let output = SessionOutput(file: OutputFile(path: ""), scenario: "Scenarios/search.json") { _ in }
    for step in steps {
      await bench.clock.advance(by: step.at - bench.clock.now.offset)
      play.session.note(output.title(ofStepAt: step.line))
      play.perform(step.action)
    }
    if let until {
      await bench.clock.advance(by: until - bench.clock.now.offset)
      play.cancelAll()
    }
    await bench.clock.runUntilIdle()
    return play.session.recording
  }
}

/// The session of the shipped search scenario in virtual time, on a folder of four files of which each takes 40 ms.
enum RecordedSearch {
  static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("search.jsonl")

  /// Plays the scenario, and returns the lines of the session, with numbers that do not depend on the process.
  @MainActor static func lines(on engine: LabEngine) async throws -> [String] {
    let folder = try TemporaryFolder()
    for name in ["a", "b", "c", "d"] { try folder.write("to cancel the store".utf8, to: "\(name).md") }
    let scenario = try Scenario(contentsOf: ShippedScenario.path)
    guard var script = scenario.script as? Script<Search> else { return [] }
    script.parameters.readTime = .milliseconds(40)
    let files = try script.parameters.files(inFolderAt: folder.path)
    return renumbered(await script.recording(on: engine, files: files).jsonLines())
  }

  /// Numbers stores and effects in the order in which they first come, and leaves out lines and the folder's name.
  private static func renumbered(_ lines: [String]) -> [String] {
    var numbers: [Substring: Int] = [:]
    return lines.map { line in
      line.replacing(/(?<key>"(?:store|effect)":)(?<number>\d+)/) { match in
        let key = match.output.0
        let count = numbers.keys.count { $0.hasPrefix(match.output.key) }
        let number = numbers[key] ?? count + 1
        numbers[key] = number
        return "\(match.output.key)\(number)"
      }
      .replacing(/\.swift:\d+/, with: ".swift:1")
      .replacing(/engine-lab-[-0-9A-F]+/, with: "F")
    }
  }
}
