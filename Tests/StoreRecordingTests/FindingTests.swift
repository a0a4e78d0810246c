import StoreCore
import StoreRecording
import StoreSimulation
import Testing
import _StoreTestSupport

/// Each finding by a program that has the mistake, and none by one that looks like it.
@MainActor
@Suite struct FindingTests {
  private let bench = TestBench()

  private var findings: [String] { bench.recorder.recording.findings.map(\.description) }

  private func store(_ script: @escaping @MainActor (String) -> EffectProgram<String>) -> ScriptStore<String> {
    ScriptStore(options: bench.options, script: script)
  }

  /// Ends what runs, and so the findings.
  private func finish(_ store: ScriptStore<String>) async {
    store.cancel(.all)
    await bench.clock.runUntilIdle()
  }

  // One that was on its way when the effect was cancelled is no mistake.
  @Test(arguments: [100, 99, nil])
  func `a result that is dropped long after a cancel`(milliseconds: Int?) async {
    let gate = Gate()
    let store = store { action in
      guard action == "load" else { return .none }
      return .run(EffectOptions(id: "load")) { send in
        await gate.pass()
        send("loaded")
        send("loaded too")
      }
    }
    store.send("load")
    await bench.clock.advance(by: .zero)
    if milliseconds != nil { store.cancel(.id("load")) }
    await bench.clock.advance(by: .milliseconds(milliseconds ?? 100))
    gate.open()
    await bench.clock.advance(by: .zero)
    let text = "The effect 'load' sent loaded 100ms after it was ended by a cancel of 'load', and it was dropped."
    #expect(findings == (milliseconds == 100 ? [text] : []))
  }

  @Test(arguments: [5_001, 5_000])
  func `a task that goes on for more than five seconds after its cancel`(milliseconds: Int) async {
    let gate = Gate()
    let store = store { _ in .run(EffectOptions(id: "load")) { _ in await gate.pass() } }
    store.send("load")
    await bench.clock.advance(by: .zero)
    store.cancel(.id("load"))
    await bench.clock.advance(by: .milliseconds(milliseconds))
    gate.open()
    await bench.clock.advance(by: .zero)
    let text = "The task of the effect 'load' ended 5001ms after it was ended by a cancel of 'load'."
    #expect(findings == (milliseconds > 5_000 ? [text] : []))
  }

  // Who types a word fast replaces a search that waits for silence with each letter.
  @Test(arguments: ["never ends", "ends", "waits", "has waited"])
  func `a name that is replaced ten times without an end`(program: String) async {
    let store = store { action in
      let work = EffectProgram<String>.run { _ in if action == "load" { try await untilCancelled() } }
      return program.contains("wait")
        ? work.debounce(id: "load", for: .milliseconds(100)) : work.cancellable(id: "load")
    }
    func load() async {
      store.send("load")
      await bench.clock.advance(by: .milliseconds(program == "waits" ? 99 : 100))
    }
    for _ in 0..<6 { await load() }
    if program == "ends" {
      store.send("end")
      await bench.clock.advance(by: .zero)
    }
    for _ in 0..<6 { await load() }
    let text = "The effect 'load' was replaced 11 times, and never came to its end."
    #expect(findings == (["ends", "waits"].contains(program) ? [] : [text]))
    await finish(store)
  }

  @Test(arguments: ["same", "other actions", "names", "one action", "one after the other"])
  func `an effect without a name beside itself`(program: String) async {
    let store = store { action in
      let names: [EffectID?] =
        switch program {
        case "one action": [nil, nil]
        case "names": [EffectID(action)]
        default: [nil]
        }
      return .merge(names.map { name in .run(EffectOptions(id: name)) { _ in try await untilCancelled() } })
    }
    store.send("appear")
    if program == "one after the other" { await finish(store) }
    if program != "one action" { store.send(program == "other actions" ? "row 2" : "appear") }
    let text = "The effect of appear was launched while it ran: it has no name by which one replaces the other."
    #expect(findings == (program == "same" ? [text] : []))
    await finish(store)
  }
}
