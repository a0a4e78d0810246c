import ElmEngine
import StoreSimulation
import Testing

/// What the report says of the smallest run, and how the run found differs from it.
@MainActor
@Suite struct SmallestRunTests {
  private enum Action: Sendable {
    case logsIn(String)
    case logsOut
    case loaded(String)
  }

  private struct Session {
    var user: String?
    var mail = ""
  }

  /// With the bug, mail that comes after a logout is shown to the next user.
  private func session(_ bench: TestBench, isMended: Bool) -> Store<Session, Action> {
    Store(initialState: Session(), options: bench.options) { (state: inout Session, action: Action) -> Effect<Action> in
      switch action {
      case .logsIn(let user):
        state = Session(user: user)
        return .cancellable({ .loaded("mail of \(user)") }, "mail").policy(.concurrent)
      case .logsOut:
        state = Session()
        return isMended ? .cancel("mail") : .none
      case .loaded(let mail):
        state.mail = mail
        return .none
      }
    }
  }

  private func play(_ bench: TestBench, isMended: Bool, isRequired: Bool) async {
    let store = session(bench, isMended: isMended)
    bench.always(store, "a user sees no mail of others") { session in
      session.mail.isEmpty || session.user.map { session.mail == "mail of \($0)" } ?? true
    }
    await bench.step("Ann logs in") { store.send(.logsIn("Ann")) }
    await bench.step("looks") {}
    await bench.step("Ann logs out", at: .seconds(1), isRequired: isRequired) { store.send(.logsOut) }
    await bench.step("Bob logs in", at: .seconds(2)) { store.send(.logsIn("Bob")) }
  }

  // The corrected feature failed it, because Ann was still logged in when Bob was.
  @Test func `a required step stays in the smallest run, which a corrected feature passes`() async throws {
    func explore(isRequired: Bool) async throws -> [Deviation] {
      let exploration = await exploreSchedules(seeds: 0..<200, time: .latency(0...4)) {
        await play($0, isMended: false, isRequired: isRequired)
      }
      return try #require(exploration.shrunk, "\(exploration)").deviations
    }
    func replay(_ deviations: [Deviation], isRequired: Bool) async -> ScheduleExploration<NoOutcome> {
      await replaySchedule(deviations) { await play($0, isMended: true, isRequired: isRequired) }
    }
    let fewest = try await explore(isRequired: false)
    #expect(fewest.contains(.skipped(step: 3)))
    #expect(await replay(fewest, isRequired: false).failure != nil)

    let deviations = try await explore(isRequired: true)
    #expect(!deviations.contains(.skipped(step: 3)) && deviations.contains(.skipped(step: 2)))
    #expect(await replay(deviations, isRequired: true).failure == nil)
    #expect(await replay([.skipped(step: 3)], isRequired: true).doubts.count == 1)
  }

  /// Shows what was found last; with the bug, that may belong to an older text.
  private func search(_ bench: TestBench) async {
    let store = makeTextSearch(on: bench)
    await bench.step("types s") { store.send("s") }
    await bench.step("types sw", at: .milliseconds(300)) { store.send("sw") }
    await bench.step("types\nswi", at: .seconds(10)) { store.send("swi") }
  }

  @Test func `steps that were left out are named in the report, and in the test at its end`() async throws {
    let exploration = await exploreSchedules(seeds: 0..<100, time: .latency(0...20)) { await search($0) }
    let words = exploration.description
    #expect(words.contains("\nLeft out: types swi (step 3).\nIt came to this: "), "\(words)")
    #expect(words.contains("\n      .skipped(step: 3),  // types swi\n    ],"), "\(words)")
  }

  @Test func `a smallest run that ends in another wrong state says so`() async {
    let other = "That is another wrong state than the one of seed "
    let exploration = await exploreSchedules(seeds: 0..<100, time: .latency(0...20)) { await search($0) }
    #expect("\(exploration)".contains(other), "\(exploration)")
    let same = await exploreSchedules(seeds: 0..<100, time: .latency(0...20)) { bench in
      let store = Store<Int, Int>(initialState: 0, options: bench.options) { state, action in
        guard action == 0 else { return (action, .none) }
        return (state, .merge([.cancellable({ 1 }, "one"), .cancellable({ 2 }, "two")]))
      }
      bench.finally(store, "two comes last") { $0 == 2 }
      await bench.step("looks") {}
      await bench.step("loads") { store.send(0) }
    }
    #expect(same.shrunk?.deviations.contains(.skipped(step: 1)) == true, "\(same)")
    #expect(!"\(same)".contains(other), "\(same)")
  }

  @Test func `the trace ends where the property is broken`() async throws {
    let exploration = await exploreSchedules(seeds: 0..<3) { bench in
      let store = Store<Int, Int>(initialState: 0, options: bench.options) { state, action in
        (state + action, action == 1 ? .cancellable({ 2 }, "next") : .none)
      }
      bench.always(store, "less than three") { $0 < 3 }
      await bench.step("adds one") { store.send(1) }
      await bench.clock.advance(by: .seconds(10))
      await bench.step("adds nothing", isRequired: true) { store.send(0) }
    }
    let trace = try #require(exploration.shrunk?.trace)
    #expect(trace.last?.hasSuffix("broken: less than three") == true, "\(trace)")
    #expect(trace.dropLast().last?.contains("handled 2") == true, "\(trace)")
  }
}
