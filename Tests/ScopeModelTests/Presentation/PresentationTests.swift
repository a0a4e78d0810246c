import StoreScoping
import StoreSimulation
import Testing
import _StoreTestSupport

/// What is shown, and what dismissals close, for presenters that write late.
@MainActor
@Suite(.serialized) struct PresentationTests {
  enum Move: CaseIterable {
    case open
    case replace
    case close
    case body
    case update
    case swipe
    case lateWrite
  }

  /// One history of moves on a store, with a presenter.
  @MainActor
  private struct Play {
    let stage: Stage
    let presenter: Presenter
    var lastID = 0
    private var swiped: Int?
    private var last: Move?

    init(_ stage: Stage, _ writer: Presenter.Writer) {
      self.stage = stage
      presenter = Presenter(stage, writer: writer)
    }

    func can(_ move: Move) -> Bool {
      switch move {
      case .open: stage.desk().sheet == nil
      case .replace, .close: stage.desk().sheet != nil
      // Another one at once reads the same.
      case .body: last != .body
      case .update: presenter.canUpdate && last != .body && last != .update
      case .swipe: presenter.canSwipe
      case .lateWrite: presenter.isDismissing
      }
    }

    /// Makes a move; returns what must not happen, if it has.
    mutating func perform(_ move: Move) -> String? {
      last = move
      switch move {
      case .open, .replace:
        lastID += 1
        stage.send(.open(lastID))
      case .close: stage.send(.close)
      case .body: presenter.evaluateBody()
      case .update: presenter.update()
      case .swipe:
        swiped = presenter.shown
        presenter.swipe()
      case .lateWrite: presenter.writeLate()
      }
      let desk = stage.desk()
      let others = desk.dismissed.subtracting(presenter.swiped)
      if !others.isEmpty { return "closed \(others), which the user has not" }
      if move == .lateWrite, let swiped, desk.sheet?.id == swiped { return "kept \(swiped), which the user has closed" }
      return stage.runningOther(upTo: lastID).map { "effects of \($0) run on" }
    }
  }

  private struct Fault: Error {
    let name: String
    let sheet: Int
  }

  /// Plays all histories of some moves that can be made; returns their number.
  private func playAll(
    _ count: Int,
    after moves: [Move] = [],
    on makeStage: () -> Stage,
    _ writer: Presenter.Writer
  ) -> Int {
    var play = Play(makeStage(), writer)
    for move in moves {
      guard let fault = play.perform(move) else { continue }
      Issue.record("\(moves): \(fault)")
      return 1
    }
    guard moves.count < count else { return 1 }
    return Move.allCases.filter(play.can).reduce(0) { $0 + playAll(count, after: moves + [$1], on: makeStage, writer) }
  }

  @Test(arguments: Presenter.Writer.allCases)
  func `what neither has closed stays, and no dismissal is lost, in all histories of eight moves`(
    writer: Presenter.Writer
  ) {
    let count = playAll(8, on: { Stage() }, writer)
    print("PresentationTests: \(count) histories")
    #expect(count > 5_000)
  }

  @Test(arguments: Stage.Engine.allCases.filter { $0 != .slowRedux }, Stage.Way.allCases)
  func `so it is on each engine`(engine: Stage.Engine, way: Stage.Way) {
    let options = StoreOptions(executor: TestExecutor())
    guard Stage(engine, way, options: options) != nil else { return }
    // Not nil: checked above.
    #expect(playAll(5, on: { Stage(engine, way, options: options)! }, .first) > 100)
  }

  @Test func `a dismissal closes what was read last`() {
    #expect(PresentationRule.dismisses(shown: nil, present: 1), "never read")
    #expect(PresentationRule.dismisses(shown: 1, present: 1))
    #expect(!PresentationRule.dismisses(shown: 1, present: 2))
    #expect(!PresentationRule.dismisses(shown: .some(nil), present: 1), "opened since")
    #expect(!PresentationRule.dismisses(shown: nil as Int??, present: nil))
    #expect(!PresentationRule.dismisses(shown: 1, present: nil))
  }

  @Test func `a sheet that returns stays if its absence was read`() {
    let stage = Stage()
    let presenter = Presenter(stage, writer: .last)
    stage.send(.open(1))
    presenter.evaluateBody()
    stage.send(.close)
    presenter.update()
    stage.send(.open(1))
    #expect(presenter.isDismissing)
    presenter.writeLate()
    #expect(stage.desk() == Desk(sheet: Sheet(id: 1)))
  }

  @Test(arguments: Stage.Way.allCases, [false, true])
  func `what was dismissed is not shown again before its action is handled`(way: Stage.Way, waits: Bool) async throws {
    let bench = TestBench()
    let stage = try #require(Stage(.slowRedux, way, options: bench.options))
    let presenter = Presenter(stage, writer: .last)
    stage.send(.open(1))
    await bench.clock.advance(by: .seconds(1))
    presenter.evaluateBody()
    #expect(presenter.shown == 1)
    if waits { stage.send(.begin) }
    presenter.swipe()
    presenter.writeLate()
    for _ in 0..<(waits ? 2 : 1) {
      presenter.evaluateBody()
      #expect(presenter.shown == nil && stage.desk().sheet?.id == 1)
      await bench.clock.advance(by: .milliseconds(150))
    }
    #expect(stage.desk() == Desk(dismissed: [1]))
  }

  @Test(arguments: Stage.Engine.allCases, Stage.Way.allCases)
  func `a late presenter closes nothing else, and shows what is present in the end`(
    engine: Stage.Engine,
    way: Stage.Way
  ) async {
    guard Stage(engine, way, options: StoreOptions()) != nil else { return }
    let exploration = await exploreSchedules(seeds: 0..<UInt64(Rounds.of(30)), time: .latency(0...1)) { bench in
      guard let stage = Stage(engine, way, options: bench.options) else { return }
      try await Self.present(on: bench, stage)
    }
    #expect(exploration.agrees, "\(exploration)")
  }

  private enum Event: CaseIterable {
    case open
    case close
    case swipe
    case read
    case write
  }

  /// A feature and a user at random times, and a presenter that follows both late.
  private static func present(on bench: TestBench, _ stage: Stage) async throws {
    let presenter = Presenter(stage, writer: Bool.random(using: &bench.random) ? .first : .last)
    var lastID = 0
    stage.check(bench, "what neither the user nor the feature has closed stays") {
      stage.desk().dismissed.isSubset(of: presenter.swiped)
    }
    stage.checkFinally(bench, "what is shown is what is present") { presenter.shown == stage.desk().sheet?.id }
    stage.checkFinally(bench, "what the user has closed has gone") {
      stage.desk().sheet.map { !presenter.swiped.contains($0.id) } ?? true
    }
    func delay(_ limit: Int) -> Duration { .milliseconds(Int.random(in: 0...limit, using: &bench.random)) }
    var agenda: [(time: Duration, event: Event)] = (0..<16).map { _ in
      (delay(3_000), [.open, .open, .close, .swipe, .swipe].randomElement(using: &bench.random) ?? .open)
    }
    agenda.append((.zero, .read))
    var now = Duration.zero
    while let next = agenda.indices.min(by: { agenda[$0].time < agenda[$1].time }) {
      let (time, event) = agenda.remove(at: next)
      now = max(now, time)
      await bench.step("\(event)", at: now) {
        switch event {
        case .open:
          lastID += 1
          stage.send(.open(lastID))
        case .close: stage.send(.close)
        case .swipe: if presenter.canSwipe { presenter.swipe() }
        case .read: presenter.evaluateBody()
        case .write: presenter.writeLate()
        }
      }
      // Not after each action, whose effects end just then.
      if let sheet = stage.runningOther(upTo: lastID) { throw Fault(name: "its effects run on", sheet: sheet) }
      if let sheet = presenter.shown, presenter.swiped.contains(sheet) {
        throw Fault(name: "it is shown again", sheet: sheet)
      }
      // A reduce may take its time.
      if agenda.isEmpty { await bench.clock.advance(by: .seconds(2)) }
      func isPlanned(_ event: Event) -> Bool { agenda.contains { $0.event == event } }
      if presenter.isDismissing {
        if !isPlanned(.write) { agenda.append((now + delay(600), .write)) }
      } else if presenter.isDue, !isPlanned(.read) {
        agenda.append((now + delay(400), .read))
      }
    }
  }
}
