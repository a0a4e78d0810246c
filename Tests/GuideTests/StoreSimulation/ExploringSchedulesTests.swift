import ElmEngine
import StoreSimulation
import Testing

// The samples of the guide to exploring schedules.

private struct Note {
  var text = ""
  var savedText = ""
}

private enum NoteAction: Sendable {
  case typed(String)
  case saved(String)
}

private struct Server {
  func save(_ text: String) async -> String { text }
}

@MainActor
@Suite struct ExploringSchedulesTests {
  private func note(on bench: TestBench) async {
    let server = Server()
    let store = Store(initialState: Note(), options: bench.options) { (note: inout Note, action: NoteAction) in
      switch action {
      case .typed(let text):
        note.text = text
        return .program(.task(EffectOptions(id: "save", policy: .concurrent)) { .saved(await server.save(text)) })
      case .saved(let text):
        note.savedText = text
        return .none
      }
    }
    bench.always(store, "at most ten letters") { $0.text.count <= 10 }
    bench.finally(store, "what is shown as saved is the text") { $0.savedText == $0.text }
    await bench.step("types s") { store.send(.typed("s")) }
    await bench.step("types sw", at: .milliseconds(300)) { store.send(.typed("sw")) }
  }

  @Test func `an exploration finds the effect of a latency`() async {
    let exploration = await exploreSchedules(seeds: 0..<1_000, time: .latency(0...2)) { bench in
      await note(on: bench)
    }

    withKnownIssue {
      #expect(exploration.agrees, "\(exploration)")
    }
    #expect(
      exploration.shrunk?.story == [
        "1. at 0ms: types s", "2. at 0ms: the answer of save#1 comes 500ms late", "3. at 300ms: types sw",
      ]
    )
  }

  @Test func `the failure found is replayed without a seed`() async {
    let replay = await replaySchedule([
      .late(.end, of: "save#1", by: .milliseconds(500))
    ]) { bench in await note(on: bench) }

    #expect(replay.failure != nil)
  }

  private struct Draft {
    var text = ""
    var isClosed = false
  }

  private enum DraftAction: Sendable {
    case typed(String)
    case closed
  }

  private func makeNoteStore(on bench: TestBench) -> Store<Draft, DraftAction> {
    Store(initialState: Draft(), options: bench.options) { (note: inout Draft, action: DraftAction) in
      switch action {
      case .typed(let text): note.text = text
      case .closed: note = Draft(isClosed: true)
      }
      return .none
    }
  }

  private func hurriedNote(on bench: TestBench) async {
    let store = makeNoteStore(on: bench)
    bench.always(store, "nothing is typed once it is closed") { !$0.isClosed || $0.text.isEmpty }
    await bench.step("types s", within: .seconds(1)) { store.send(.typed("s")) }
    await bench.stepsInAnyOrder {
      $0.step("types sw", at: .seconds(2), within: .seconds(3)) { store.send(.typed("sw")) }
      $0.step("closes the note", at: .seconds(3), within: .seconds(2)) { store.send(.closed) }
    }
  }

  @Test func `an exploration finds the time and the order of a user's steps`() async throws {
    let exploration = await exploreSchedules(seeds: 0..<100) { await hurriedNote(on: $0) }
    let shrunk = try #require(exploration.shrunk)
    #expect(shrunk.deviations.contains { if case .stepLate(2, _) = $0 { true } else { false } }, "\(exploration)")
    #expect(shrunk.story.map { $0.split(separator: ": ").last } == ["closes the note", "types sw"])
    #expect(await replaySchedule(shrunk.deviations) { await hurriedNote(on: $0) }.failure != nil)
    #expect(await replaySchedule([]) { await hurriedNote(on: $0) }.failure == nil)
  }

  @Test func `faults are written explicitly, or come from a seed`() async {
    let written = FaultPlan(["save#1": .failsAfterwards, "load#2": .neverAnswers])
    let seeded = FaultPlan.seeded([.fails, .cancelled], of: ["save"])

    for plan in [written, seeded] {
      let exploration = await exploreSchedules(seeds: 0..<100, faults: plan, shrinks: false) { bench in
        let store = Store<Int, Int>(initialState: 0, options: bench.options) { state, action in
          action == 0 ? (state, .cancellable({ 1 }, "save").catch { _ in 2 }) : (action, .none)
        }
        bench.finally(store, "saved") { $0 == 1 }
        store.send(0)
      }
      #expect(exploration.failure != nil)
    }
  }
}
