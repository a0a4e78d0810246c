import ElmEngine
import StoreSimulation
import Synchronization
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

private actor Bank {
  /// A snapshot of the number of payments.
  nonisolated let count = Mutex(0)
  private var orders: Set<Int> = []

  func pay(order: Int) {
    guard orders.insert(order).inserted else { return }
    count.withLock { $0 += 1 }
  }

  func isPaid(order: Int) -> Bool { orders.contains(order) }
}

private struct Checkout {
  var price: Int?
  var hasFailed = false
  var isPaying = false
  var isClosed = false
}

private enum CheckoutAction: Sendable {
  case opened
  case loaded(price: Int)
  case payTapped
  case paid
  case failed
  case closed
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
    let exploration = await exploreSchedules(seeds: 0..<1_000) { bench in
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

  /// Makes a store that pays with retries: each with the number of the order, or, with the bug, with a number of its own.
  private func makeCheckout(
    on bench: TestBench,
    _ bank: Bank,
    hasBug: Bool = false
  ) -> Store<Checkout, CheckoutAction> {
    Store(initialState: Checkout(), options: bench.options) { (checkout: inout Checkout, action: CheckoutAction) in
      switch action {
      case .opened:
        return .cancellable({ .loaded(price: 7) }, "load").catch { _ in .failed }
      case .loaded(let price):
        checkout.price = price
      case .payTapped:
        checkout.isPaying = true
        let attempts = Atomic(1)
        return .cancellable(
          {
            let attempt = attempts.add(1, ordering: .relaxed).oldValue
            await bank.pay(order: hasBug ? attempt : 1)
            return .paid
          },
          "pay"
        )
        .retry(RetryPolicy(attempts: 3, delay: .seconds(1))).catch { _ in .failed }
      case .paid:
        checkout.isPaying = false
      case .failed:
        checkout.isPaying = false
        checkout.hasFailed = true
      case .closed:
        checkout.isPaying = false
        checkout.isClosed = true
      }
      return .none
    }
  }

  private func checkout(on bench: TestBench, hasBug: Bool = false, isGuarded: Bool = true) async {
    let bank = Bank()
    let store = makeCheckout(on: bench, bank, hasBug: hasBug)
    bench.always(store, "paid at most once") { _ in bank.count.withLock { $0 } <= 1 }
    bench.finally(store, "a price or an error is shown") { $0.price != nil || $0.hasFailed }
    bench.always(store, "nothing begins on a closed screen") { !$0.isClosed || !$0.isPaying }
    await bench.step("opens the checkout", isRequired: true) { store.send(.opened) }
    if isGuarded {
      await bench.stepsInAnyOrder {
        $0.step("taps Pay", at: .seconds(1), within: .seconds(3)) {
          guard store.state.price != nil, !store.state.isClosed else { return }
          store.send(.payTapped)
        }
        $0.step("goes back", at: .seconds(2), within: .seconds(3)) { store.send(.closed) }
      }
    } else {
      await bench.stepsInAnyOrder {
        $0.step("taps Pay", at: .seconds(1), within: .seconds(3)) { store.send(.payTapped) }
        $0.step("goes back", at: .seconds(2), within: .seconds(3)) { store.send(.closed) }
      }
    }
  }

  @Test func `faults are given for what has to hold with them, and steps do what the screen offers`() async {
    let faults = FaultPlan.seeded([.failsAfterwards, .answersTwice], of: ["pay"]).adding([.fails], of: ["load"])

    let exploration = await exploreSchedules(seeds: 0..<200, time: .latency(0...2), faults: faults) { bench in
      await checkout(on: bench)
    }

    #expect(exploration.agrees, "\(exploration)")

    func broken(hasBug: Bool = false, isGuarded: Bool = true) async -> String? {
      let exploration = await exploreSchedules(seeds: 0..<200, time: .latency(0...2), faults: faults) { bench in
        await checkout(on: bench, hasBug: hasBug, isGuarded: isGuarded)
      }
      let error = #expect(throws: BrokenProperty.self) { try exploration.failure?.outcome.get() }
      return error?.property
    }
    #expect(await broken(hasBug: true) == "paid at most once")
    #expect(await broken(isGuarded: false) == "nothing begins on a closed screen")
  }

  @Test func `an actor is asked when all is quiet`() async {
    let faults = FaultPlan.seeded([.answersTwice], of: ["pay"])
    let exploration = await exploreSchedules(seeds: 0..<100, time: .latency(0...2), faults: faults) { bench in
      let bank = Bank()
      let store = makeCheckout(on: bench, bank)
      await bench.step("taps Pay") { store.send(.payTapped) }

      try await bench.finish()
      let isPaid = await bank.isPaid(order: 1)
      try #require(isPaid)
    }
    #expect(exploration.agrees, "\(exploration)")
  }
}
