import Foundation
import Testing
import _StoreTestSupport

@testable import EngineLab

/// A search of which several processes play a part each, and `engine-lab findings`, which merges what they find.
@MainActor
@Suite struct FindingsTests {
  private let recorder = Recorder()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let scenario = "Scenarios/checkout.json"
  private static let racing = [LabEngine.racing("steady", isOrdered: true), .racing("racing")]

  /// Plays a part of a search.
  @discardableResult
  private nonisolated static func play(
    _ first: Int,
    _ seeds: Int,
    in folder: String,
    engines: @MainActor () -> [LabEngine] = { [.fake("steady"), .fake("other")] }
  ) async -> LabStatus {
    await Recorder().run(
      ["explore", scenario, "--first", "\(first)", "--seeds", "\(seeds)", "--findings", folder],
      engines: engines()
    )
  }

  private func merge(_ arguments: String...) async -> LabStatus {
    await recorder.run(["findings", folder.path] + arguments)
  }

  /// The command that plays seeds, as the summary shows it.
  private func command(_ first: Int, _ seeds: Int) -> String {
    "    engine-lab explore \(Self.scenario) --first \(first) --seeds \(seeds) --findings \(folder.path)\n"
  }

  // MARK: Processes

  @Test func `what a process of several that was killed has left is played by another`() async throws {
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      await FindingsTests.play(0, 10, in: path)
    }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let plays = Counter()
      await FindingsTests.play(10, 10, in: path) {
        // In the eighth schedule.
        let dying = LabEngine.fake("other").onStart {
          plays.add()
          if plays.value == 8 { kill(getpid(), SIGKILL) }
        }
        return [.fake("steady"), dying]
      }
    }
    await #expect(processExitsWith: .success) { [path = path as String] in
      await FindingsTests.play(30, 10, in: path)
    }
    #expect(await merge("--first", "0", "--seeds", "40") == .badInput)
    let title = "A payment that succeeds at the third attempt"
    #expect(
      recorder.output == """
        \(title): 27 of 40 schedules were played, in 3 parts. Not played:
          seeds 17 to 19, whose process plays still, or has ended:
        \(command(17, 3))  seeds 20 to 29, of which there is no part:
        \(command(20, 10))
        """
    )
    await #expect(processExitsWith: .success) { [path = path as String] in
      await FindingsTests.play(17, 3, in: path)
      await FindingsTests.play(20, 10, in: path)
    }
    let end = Recorder()
    #expect(await end.run(["findings", path]) == .success, "\(end.error)")
    #expect(end.output == "\(title): all 40 schedules were played, in 5 parts.\n")
  }

  // MARK: The command

  @Test func `each difference is shown once, with its seeds and its command`() async throws {
    for first in [0, 100, 200] {
      #expect(await Self.play(first, 100, in: folder.path, engines: { Self.racing }) == .disagreement)
    }
    #expect(await merge() == .disagreement)
    let head = /^A payment .*: the engines differ in the schedule of seed (\d+), and in those of 1\d\d, 2\d\d\.\n\n/
    let seed = try #require(recorder.output.prefixMatch(of: head)).output.1
    #expect(recorder.output.ranges(of: "  Checkout: steady has failed: second, racing has failed: first.\n").count == 1)
    #expect(
      recorder.output.contains("\n\nTo reproduce it: engine-lab explore \(Self.scenario) --first \(seed) --seeds 1\n\n")
    )
    #expect(recorder.output.contains(" of 300 schedules were played, in 3 parts. Not played:\n"))
    #expect(recorder.output.ranges(of: ", behind a difference, at which their part ended:\n").count == 3)
  }

  @Test func `a difference that was cut down has a file beside the findings`() async throws {
    let arguments = ["explore", Self.scenario, "--seeds", "100", "--findings", folder.path, "--shrink"]
    #expect(await Recorder().run(arguments, engines: Self.racing) == .disagreement)
    #expect(await merge() == .disagreement)
    let finding = "\(folder.path)/0-100-finding.json"
    #expect(recorder.output.contains("\nWithout a seed: engine-lab compare \(finding)\n"))
    #expect(try Scenario(contentsOf: finding).deviations.count == 1)
    // The seeds behind it are played with the same options.
    #expect(recorder.output.contains(" --shrink --first "))
  }

  @Test func `a doubt that all parts have is a doubt about the search`() async throws {
    let faults = try folder.write(Data(#"{"faults": [{"effect": "none", "fault": "fails"}]}"#.utf8), to: "faults.json")
    let arguments = ["explore", Self.scenario, "--seeds", "2", "--findings", folder.path, "--faults", faults]
    let engines = [LabEngine.fake("steady"), .fake("other")]
    for first in ["0", "2"] {
      #expect(await Recorder().run(arguments + ["--first", first], engines: engines) == .badInput)
    }
    #expect(await merge() == .badInput)
    #expect(recorder.output.contains(": all 4 schedules were played, in 2 parts.\n"))
    #expect(recorder.error.contains("The fault of 'none#1' never came.\n"), "\(recorder.error)")
  }

  @Test func `parts of different searches are not merged`() async throws {
    await Self.play(0, 2, in: folder.path)
    let other = ["explore", "Scenarios/download.json", "--first", "2", "--seeds", "2", "--findings", folder.path]
    #expect(await Recorder().run(other, engines: [.fake("steady"), .fake("other")]) == .success)
    #expect(await merge() == .badInput)
    let words =
      "2-2.seeds.jsonl: it is a part of another search: 'engine-lab explore Scenarios/download.json', and not"
      + " 'engine-lab explore Scenarios/checkout.json'. Put its findings in a folder of its own.\n"
    #expect(recorder.error.hasSuffix(words), "\(recorder.error)")
  }

  @Test func `parts of scenarios or engines that have changed are not merged`() async throws {
    await Self.play(0, 2, in: folder.path)
    await Self.play(2, 2, in: folder.path, engines: { [.fake("steady"), .fake("third")] })
    #expect(await merge() == .badInput)
    let words = "2-2.seeds.jsonl: the scenario, the faults or the engines differ from those of the other parts."
    #expect(recorder.error.contains(words), "\(recorder.error)")
  }

  @Test func `what cannot be read is said, and the rest is merged`() async throws {
    await Self.play(0, 2, in: folder.path)
    let part = try String(contentsOfFile: "\(folder.path)/0-2.seeds.jsonl", encoding: .utf8)
    let head = part.prefix { $0 != "\n" }
    try folder.write(Data("".utf8), to: "5-1.seeds.jsonl")
    try folder.write(Data("\(head)\nwhat\n".utf8), to: "6-1.seeds.jsonl")
    try folder.write(Data("\(head.replacing("\"format\":1", with: "\"format\":2"))\n".utf8), to: "7-1.seeds.jsonl")
    // Ended inside a line.
    try folder.write(Data("\(head)\n{\"played\":1}\n{\"pla".utf8), to: "8-1.seeds.jsonl")
    #expect(await merge() == .badInput)
    #expect(recorder.output.hasSuffix(": all 2 schedules were played, in 2 parts.\n"))
    let lines = recorder.error.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first?.contains("5-1.seeds.jsonl: this is no part of a search") == true)
    #expect(lines.dropFirst().first?.hasSuffix("6-1.seeds.jsonl: line 2 is no news of a search.") == true)
    #expect(lines.last?.contains("another format than this version reads") == true)
    try folder.write(Data("".utf8), to: "0-2.seeds.jsonl")
    try folder.write(Data("".utf8), to: "8-1.seeds.jsonl")
    #expect(await merge() == .badInput)
    #expect(recorder.error.contains("no part of a search can be read.\n"))
  }

  @Test func `bad input has its own status and a message`() async throws {
    #expect(await merge() == .badInput)
    #expect(recorder.error.contains("the folder has no findings, whose names end with '.seeds.jsonl'."))
    #expect(await merge("--seeds", "0") == .badInput)
    #expect(await merge("--first", "\(UInt64.max)", "--seeds", "2") == .badInput)
    #expect(recorder.error.contains("after which there are no 2 seeds."))
    let file = try folder.write(Data(), to: "file")
    for path in [file, "/dev/null/none"] {
      let arguments = ["explore", Self.scenario, "--seeds", "1", "--findings", path]
      #expect(await recorder.run(arguments) == .badInput)
    }
    #expect(recorder.error.hasSuffix("/dev/null/none: the folder for the findings cannot be made.\n"))
  }

  @Test func `what processes of one part have played counts up to the first seed that none has played`() async throws {
    var told: [[Int]] = []
    let workers = ExploreWorkers { told.append([$0, $1]) }
    func worker(_ lines: [String]) -> ExploreWorker {
      ExploreWorker(
        lines: AsyncStream { continuation in
          for line in lines { continuation.yield(line) }
          continuation.finish()
        },
        stop: {}
      )
    }
    try await workers.search(SeedRange(first: 5, count: 5), among: 2) { share in
      worker(share.first == 5 ? ["played 3"] : [])
    } playHere: { _, show in
      show(1)
      show(2)
      return nil
    }
    #expect(told == [[3, 1], [4, 3], [5, 5]])
  }
}

/// The parts of a search as one.
@Suite struct MergedSearchTests {
  private func part(_ first: UInt64, _ seeds: Int, played: Int, foundAt found: UInt64? = nil) -> SearchPart {
    var part = SearchPart(
      SearchPart.Head(title: "T", search: [], contents: "", first: first, seeds: seeds)
    )
    let difference = found.map { SearchPart.Found(seed: $0, differences: ["d\($0 % 10)"], command: "c") }
    part.add(SearchPart.News(played: played, found: difference))
    return part
  }

  @Test func `parts that overlap count once`() {
    let whole = MergedSearch([part(0, 10, played: 6), part(4, 10, played: 10), part(0, 5, played: 5)])
    #expect((whole.playedCount, whole.count) == (14, 14))
    #expect(whole.gaps == [])
  }

  @Test func `each gap has its reason`() {
    let parts = [part(10, 10, played: 5), part(20, 10, played: 3, foundAt: 22), part(40, 5, played: 0)]
    let whole = MergedSearch(parts, first: 5, last: 49)
    #expect(
      whole.gaps == [
        .init(first: 5, last: 9, reason: .noPart), .init(first: 15, last: 19, reason: .notEnded),
        .init(first: 23, last: 29, reason: .found), .init(first: 30, last: 39, reason: .noPart),
        .init(first: 40, last: 44, reason: .notEnded), .init(first: 45, last: 49, reason: .noPart),
      ]
    )
    #expect(whole.playedCount == 8)
    #expect(whole.count == 45)
  }

  @Test func `a gap of two parts with one reason is one`() {
    let whole = MergedSearch([part(0, 5, played: 0), part(5, 5, played: 0)])
    #expect(whole.gaps == [.init(first: 0, last: 9, reason: .notEnded)])
  }

  @Test func `a doubt that one part has not is none about the search, and a part that goes on has none`() {
    var parts = [part(0, 5, played: 5), part(5, 5, played: 5), part(10, 5, played: 2)]
    parts[0].add(SearchPart.News(doubts: ["a", "b"]))
    parts[1].add(SearchPart.News(doubts: ["b", "c"]))
    #expect(MergedSearch(parts).doubts == ["b"])
  }

  @Test func `the last seeds of all are counted`() {
    let whole = MergedSearch([part(.max - 9, 10, played: 10), part(.max - 4, 5, played: 1)])
    #expect((whole.playedCount, whole.gaps) == (10, []))
  }

  @Test func `one difference is kept with all its seeds, and each seed once`() {
    let parts = [
      part(0, 10, played: 4, foundAt: 3), part(20, 10, played: 4, foundAt: 23), part(20, 9, played: 4, foundAt: 23),
      part(30, 10, played: 2, foundAt: 31),
    ]
    let whole = MergedSearch(parts)
    #expect(whole.differences.map(\.first.seed) == [3, 31])
    #expect(whole.differences.map(\.otherSeeds) == [[23], []])
  }
}
