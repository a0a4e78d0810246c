import ElmEngine
import ReduxBridge
import StoreSimulation

/// A line is added to a note that another has changed meanwhile: the retry writes what was read before that change.
extension PlantedBug {
  static let lostUpdateAfterRetry = PlantedBug(
    name: "lost update after a retry",
    plays: [
      (
        "elm",
        { bench, isMended in
          let server = Shared(LostUpdateAfterRetry.Note())
          await LostUpdateAfterRetry.play(LostUpdateAfterRetry.elm(bench, server, isMended), bench, server)
        }
      ),
      (
        "redux",
        { bench, isMended in
          let server = Shared(LostUpdateAfterRetry.Note())
          await LostUpdateAfterRetry.play(LostUpdateAfterRetry.redux(bench, server, isMended), bench, server)
        }
      ),
    ]
  )
}

@MainActor
private enum LostUpdateAfterRetry {
  struct Note: Sendable {
    var version = 0
    var lines: Set<String> = []

    /// Replaces the note, unless it has changed since `new` was read.
    mutating func write(_ new: Note) -> Bool {
      guard new.version == version else { return false }
      self = Note(version: version + 1, lines: new.lines)
      return true
    }
  }

  enum Action: Sendable {
    case added(String)
  }

  /// Reads, waits for the network, and writes; tries again if the note has changed meanwhile.
  @concurrent
  static func add(_ line: String, to server: Shared<Note>, _ clock: TestClock, _ isMended: Bool) async throws {
    var note = server.value
    note.lines.insert(line)
    while true {
      try await clock.sleep(for: .milliseconds(100))
      var isWritten = false
      server.change { isWritten = $0.write(note) }
      if isWritten { return }
      note.version = server.value.version
      if isMended { note.lines.formUnion(server.value.lines) }
    }
  }

  static func elm(
    _ bench: TestBench,
    _ server: Shared<Note>,
    _ isMended: Bool
  ) -> ElmEngine.Store<Set<String>, Action> {
    let clock = bench.clock
    return ElmEngine.Store(initialState: [], options: bench.options) { (lines: inout Set<String>, action: Action) in
      guard case .added(let line) = action else { return .none }
      lines.insert(line)
      return .run { _ in try await add(line, to: server, clock, isMended) }
    }
  }

  struct Notebook: FeatureType {
    let server: Shared<Note>
    let clock: TestClock
    let isMended: Bool

    func reduce(into state: inout Set<String>, action: Action) async {
      if case .added(let line) = action { state.insert(line) }
    }

    func effect(of action: Action, state: Set<String>) -> EffectProgram<Action> {
      guard case .added(let line) = action else { return .none }
      let (server, clock, isMended) = (server, clock, isMended)
      return .run { _ in try await LostUpdateAfterRetry.add(line, to: server, clock, isMended) }
    }
  }

  static func redux(_ bench: TestBench, _ server: Shared<Note>, _ isMended: Bool) -> ReduxBridge.Store<Notebook> {
    let feature = Notebook(server: server, clock: bench.clock, isMended: isMended)
    return ReduxBridge.Store(feature: feature, initialState: [], options: bench.options)
  }

  static func play<Engine: StoreEngine<Set<String>, Action>>(
    _ store: Engine,
    _ bench: TestBench,
    _ server: Shared<Note>
  ) async {
    bench.finally(store, "the server has each line") { $0 == server.value.lines }
    await bench.step("adds tea") { store.send(.added("tea")) }
    await bench.step("adds milk", at: .seconds(1)) { store.send(.added("milk")) }
    await bench.step("adds bread", at: .seconds(3)) { store.send(.added("bread")) }
  }
}
