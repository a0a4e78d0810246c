import Testing

@testable import EngineLab

/// `engine-lab explore`: what it prints, and how it ends.
@MainActor
@Suite struct ExploreCommandTests {
  private let recorder = Recorder()

  private func run(
    _ arguments: String...,
    engines: [LabEngine] = LabEngine.all,
    interrupts: AsyncStream<Void> = AsyncStream { _ in }
  ) async -> LabStatus {
    await recorder.run(["explore"] + arguments, engines: engines, interrupts: interrupts)
  }

  @Test(arguments: ["checkout", "checkout-cancel", "checkout-timeout", "download", "download-breaks"])
  func `the engines agree in all schedules`(name: String) async {
    let status = await run("Scenarios/\(name).json", "--seeds", "20")
    #expect(status == .success)
    #expect(recorder.output.contains("'elm', 'feature', 'effectview' and 'redux' agree in all 20 schedules, in "))
    #expect(recorder.error.hasPrefix("2 of 20 schedules, "))
    #expect(recorder.error.hasSuffix("20 of 20 schedules\n"))
  }

  @Test func `a schedule in which the engines differ is shown step by step, and can be reproduced`() async throws {
    let engines = [LabEngine.racing("steady", isOrdered: true), .racing("racing")]
    let status = await run("Scenarios/checkout.json", "--seeds", "100", engines: engines)
    #expect(status == .disagreement)
    let output = recorder.output
    let seed = try #require(output.firstMatch(of: /in the schedule of seed (\d+)\./)?.output.1)
    #expect(output.contains("  Checkout: steady has failed: second, racing has failed: first.\n"))
    #expect(output.contains("What racing did, step by step:\n       0ms  handled buyTapped\n"))
    #expect(output.contains("chosen: of 2 ready parts of effects, number 2 ran"))
    #expect(
      output.hasSuffix("To reproduce it: engine-lab explore Scenarios/checkout.json --first \(seed) --seeds 1\n")
    )
    let again = Recorder()
    let arguments = ["explore", "Scenarios/checkout.json", "--first", String(seed), "--seeds", "1"]
    let repeated = await again.run(arguments, engines: engines)
    #expect(repeated == .disagreement)
    #expect(again.output == output)
  }

  @Test func `engines that differ are reported also where something is in doubt`() async {
    let status = await run(
      "Scenarios/checkout.json",
      "--seeds",
      "5",
      "--jobs",
      "1",
      engines: [.fake("elm"), .lying("elm")]
    )
    #expect(status == .disagreement)
    #expect(recorder.output.contains(": the engines differ in the schedule of seed 0.\n"), "\(recorder.output)")
    #expect(recorder.output.contains("  Checkout: elm has confirmed, elm has failed: no luck.\n"))
    #expect(recorder.error.hasSuffix("Two engines are called 'elm'.\n"))
  }

  @Test func `a search that ends early reports the number of schedules that were played`() async {
    let status = await run("Scenarios/checkout.json", "--seeds", "20", "--jobs", "1", engines: [.fake("elm")])
    #expect(status == .badInput)
    #expect(recorder.output.contains(": 'elm' agree in 0 of 20 schedules, in "), "\(recorder.output)")
    #expect(recorder.output.hasSuffix(". The search ended at one that proves nothing.\n"))
    #expect(recorder.error.hasSuffix("Only one engine was played, and no property was given.\n"))
  }

  @Test func `a path that looks like an option can be part of the command to reproduce a schedule`() async throws {
    let engines = [LabEngine.fake("elm"), .lying("feature")]
    let arguments = ["explore", "Scenarios/checkout.json", "--seeds", "1"]
    #expect(await recorder.run(arguments + ["--folder=-x"], engines: engines) == .disagreement)
    let line = try #require(recorder.output.firstMatch(of: /To reproduce it: engine-lab (.* --folder \S+)\n/))
    let again = Recorder()
    let words = line.output.1.split(separator: " ").map { String($0) }
    #expect(await again.run(words, engines: engines) == .disagreement, "\(again.error)")
    #expect(again.output.contains(" --folder ./-x\n"))
  }

  @Test func `an interrupted exploration stops soon, and reports its progress`() async {
    let (interrupts, interrupt) = AsyncStream.makeStream(of: Void.self)
    interrupt.yield()
    let status = await run("Scenarios/checkout.json", "--seeds", "100000", interrupts: interrupts)
    #expect(status == .interrupted)
    #expect(recorder.output.isEmpty)
    #expect(recorder.error.contains(" of 100000 schedules; the engines agreed in these.\n"))
  }

  @Test(arguments: [
    (["Scenarios/checkout.json", "--seeds", "0"], "--seeds is 0, but at least one schedule has to be tried."),
    (["Scenarios/checkout.json", "--first", "18446744073709551615"], "after which there are no 1000 seeds."),
    (["Scenarios/none.json"], "Scenarios/none.json"),
    ([], "Missing expected argument"),
  ])
  func `bad input has its own status and a message`(arguments: [String], message: String) async {
    let status = await recorder.run(["explore"] + arguments, engines: LabEngine.all)
    #expect(status == .badInput)
    #expect(recorder.error.contains(message), "\(recorder.error)")
    #expect(recorder.output.isEmpty)
  }
}
