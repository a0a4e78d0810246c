import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Effects with several names, each with its own policy.
@MainActor
@Suite struct SeveralNamesTests {
  private typealias Program = EffectProgram<String>

  private let executor = TestExecutor()
  private let clock: TestClock
  private let log = EventLog()
  private let issues = IssueLog()
  private let store: ScriptStore<String>

  init() {
    clock = TestClock(executor: executor)
    let issues = issues
    let options = StoreOptions(executor: executor, clock: clock, observers: [log], onIssue: { issues.record($0) })
    store = ScriptStore(options: options) { _ in .none }
  }

  private func work(_ name: String, id: EffectID? = nil) -> Program {
    .task(EffectOptions(id: id)) { [clock] in
      try await clock.sleep(for: .seconds(1))
      return name
    }
  }

  /// The kinds of effects that have a document's name.
  enum Kind: CaseIterable, Sendable {
    case operation, caught, delayed, mapped, sequence, merge
  }

  private func document(_ name: String, _ kind: Kind) -> Program {
    let id = EffectID(name)
    return switch kind {
    case .operation: work(name, id: id)
    case .caught: work(name, id: id).catch { _ in .emit("failed") }
    case .delayed: work(name).cancellable(id: id).delay(for: .zero)
    case .mapped: work(name, id: id).map { $0 }
    case .sequence: Program.sequence([work(name), .emit("\(name) end")]).cancellable(id: id)
    case .merge: Program.merge([work(name), work(name, id: EffectID("\(name) inside"))]).cancellable(id: id)
    }
  }

  private func upload(_ name: String, _ kind: Kind, _ policy: LaunchPolicy) -> Program {
    document(name, kind).cancellable(id: "uploads").policy(policy)
  }

  private func isRunning(_ names: String...) -> [Bool] { names.map { store.isTaskRunning(id: $0) } }

  private func done() -> Set<String> { Set(store.state.filter { $0.count == 1 }) }

  @Test(arguments: Kind.allCases)
  func `two of four run, and two are refused, by the policy of the name that was given last`(kind: Kind) async {
    let handles = ["a", "b", "c", "d"].map { store.launch(upload($0, kind, .atMost(2, waiting: 0))) }
    #expect(isRunning("a", "b", "c", "d", "uploads") == [true, true, false, false, true])
    #expect(log.events("refused") == Array(repeating: "refused uploads: alreadyRunning", count: 2))
    #expect(handles.map(\.isFinished) == [false, false, true, true])
    await clock.runUntilIdle()
    #expect(done() == ["a", "b"])
    #expect(store.runtime.table.nodeCount == 0 && !store.isTaskRunning(id: "uploads"))
    #expect(issues.all.isEmpty)
  }

  @Test(arguments: Kind.allCases)
  func `one in the queue is found and cancelled by its own name, and the others move up`(kind: Kind) async {
    for name in ["a", "b", "c", "d"] { store.launch(upload(name, kind, .atMost(2, waiting: 10))) }
    await store.settle()
    #expect(isRunning("a", "b", "c", "d") == [true, true, true, true])
    #expect(store.runtime.waitingEffects.map(\.id) == ["c", "d"])
    store.cancel(.id("c"))
    #expect(isRunning("a", "b", "c", "d") == [true, true, false, true])
    store.cancel(.id("a"))
    #expect(isRunning("a", "b", "c", "d") == [false, true, false, true])
    await store.settle()
    #expect(store.runtime.waitingEffects.isEmpty, "the place of the one that was cancelled is free")
    await clock.runUntilIdle()
    #expect(done() == ["b", "d"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test(arguments: Kind.allCases)
  func `a cancel of the common name ends those that run and those that wait`(kind: Kind) async {
    let handles = ["a", "b", "c"].map { store.launch(upload($0, kind, .atMost(1, .oldestFirst))) }
    await store.settle()
    store.cancel(.id("uploads"))
    #expect(isRunning("a", "b", "c", "uploads") == [false, false, false, false])
    await clock.runUntilIdle()
    #expect(done() == [] && handles.allSatisfy { $0.isFinished })
    #expect(store.runtime.table.nodeCount == 0)
    store.launch(upload("d", kind, .atMost(1, waiting: 0)))
    await clock.runUntilIdle()
    #expect(done() == ["d"])
  }

  @Test(arguments: Kind.allCases)
  func `a handle cancels one in the queue`(kind: Kind) async {
    let handles = ["a", "b", "c"].map { store.launch(upload($0, kind, .atMost(1, .oldestFirst))) }
    handles[1].cancel()
    #expect(isRunning("a", "b", "c", "uploads") == [true, false, true, true])
    await clock.runUntilIdle()
    #expect(done() == ["a", "c"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test(arguments: Kind.allCases)
  func `a newer one of a document takes the place of the one before, in the queue and while it runs`(
    kind: Kind
  ) async {
    for name in ["a", "b", "b", "a"] { store.launch(upload(name, kind, .atMost(1, waiting: 1))) }
    await store.settle()
    #expect(log.events("refused") == [])
    #expect(isRunning("a", "b") == [true, true])
    await clock.runUntilIdle()
    #expect(done() == ["a", "b"])
    #expect(store.state.count { $0 == "a" } == (kind == .merge ? 2 : 1), "the first was replaced")
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `each name has the policy that was given after it`() async {
    func upload(_ name: String) -> Program {
      work(name, id: EffectID(name)).policy(.keepRunning)
        .cancellable(id: "uploads").policy(.atMost(2, waiting: 1))
        .cancellable(id: "screen").policy(.concurrent)
    }
    store.launch(work("other", id: "screen"))
    for name in ["a", "a", "b", "c", "c", "d"] { store.launch(upload(name)) }
    #expect(
      log.events("refused") == [
        "refused a: alreadyRunning", "refused c: alreadyRunning", "refused uploads: queueIsFull",
      ]
    )
    await clock.runUntilIdle()
    #expect(store.state.sorted() == ["a", "b", "c", "other"])
    #expect(issues.all.isEmpty)
  }

  private nonisolated static let places: [@Sendable (EffectProgram<String>, LaunchPolicy) -> EffectProgram<String>] = [
    { $0.cancellable(id: "x").cancellable(id: "y").policy($1, of: "x") },
    { $0.policy($1, of: "x").cancellable(id: "x").cancellable(id: "y") },
    { $0.cancellable(id: "x").policy($1, of: "x").cancellable(id: "y") },
    { $0.cancellable(id: "y").policy($1, of: "x").cancellable(id: "x") },
    { $0.cancellable(id: "y").catch { _ in .none }.cancellable(id: "x").map { $0 }.policy($1, of: "x") },
    { $0.cancellable(id: "y").delay(for: .zero).cancellable(id: "x").policy($1) },
    { $0.policy($1).cancellable(id: "x").cancellable(id: "y") },
    { $0.throttle(id: "x", for: .zero).cancellable(id: "y").policy($1, of: "x") },
    { $0.policy($1, of: "x").throttle(id: "x", for: .zero).cancellable(id: "y") },
    { $0.cancellable(id: "y").throttle(id: "x", for: .zero).policy($1) },
    { $0.cancellable(id: "x").policy($1).throttle(id: "y", for: .zero) },
    { $0.throttle(id: "y", for: .zero).cancellable(id: "x").policy($1) },
    { $0.cancellable(id: "x").policy($1).debounce(id: "y", for: .zero) },
    { $0.debounce(id: "y", for: .zero).cancellable(id: "x").policy($1) },
  ]

  @Test(arguments: places.indices, [true, false])
  func `a policy is for the name before it, or for the one that it names, wherever it is given`(
    place: Int,
    isComposite: Bool
  ) async {
    // Others of "x" are kept, whatever "y" does.
    store.launch(work("first", id: "x"))
    let body = isComposite ? Program.sequence([work("second"), .emit("end")]) : work("second")
    store.launch(Self.places[place](body, .keepRunning))
    await clock.advance(by: .milliseconds(1))
    #expect(log.events("replaced") == [], "the policy is not for another name")
    let refusals = log.events("refused").filter { $0.contains("alreadyRunning") }
    #expect(refusals.count == 1 && issues.all.isEmpty, "\(log.events) \(issues.all.map(\.message))")
    await clock.runUntilIdle()
    #expect(store.state == ["first"])
  }

  // It was told to debounce under another name than the one that the policy is for, which did not help.
  @Test(arguments: [true, false])
  func `what is debounced under one name keeps others of another one by its policy`(isNamedFirst: Bool) async {
    func search(_ text: String) -> Program {
      isNamedFirst
        ? work(text, id: "search").policy(.keepRunning).debounce(id: "typing", for: .seconds(1))
        : work(text).debounce(id: "typing", for: .seconds(1)).cancellable(id: "search").policy(.keepRunning)
    }
    for text in ["s", "sw", "swift"] { store.launch(search(text)) }
    #expect(store.runningTaskCount == 1)
    store.launch(work("other", id: "search").policy(.keepRunning))
    await clock.runUntilIdle()
    #expect(store.state == ["swift"])
    #expect(log.events("refused") == ["refused search: alreadyRunning"])
    #expect(issues.all.isEmpty)
  }

  @Test func `a policy of a name that the effect does not have is an issue`() async {
    store.launch(work("a", id: "a").policy(.keepRunning, of: "uploads"))
    store.launch(Program.sequence([work("b", id: "b"), .emit("end")]).policy(.keepRunning, of: "b"))
    store.launch(Program.emit("c").policy(.keepRunning, of: "c"))
    store.launch(work("d").cancellable(id: "d").cancellable(id: "e").policy(.concurrent, of: "f"))
    #expect(issues.all.count == 4)
    #expect(
      issues.all.first?.message == """
        A launch policy for the name 'uploads' was ignored.

        The effect that it was given to does not have that name, and those inside of a sequence or a merge are not its own.

        Give the effect the name, by 'cancellable(id:)' for instance, or the policy to the effect that has it.
        """
    )
    guard case .ignoredModifier("policy(_:of:)")? = issues.all.first?.kind else {
      Issue.record("another kind of issue")
      return
    }
    await clock.runUntilIdle()
    #expect(Set(store.state) == ["a", "b", "end", "c", "d"])
  }

  @Test func `what a throttle holds back claims all of its names when it begins`() async {
    let policy = LaunchPolicy.atMost(1, waiting: 0)
    for name in ["a", "b"] {
      store.launch(
        work(name).throttle(id: "save", for: .milliseconds(500)).cancellable(id: "uploads").policy(policy)
      )
    }
    #expect(log.events("refused") == [])
    await clock.advance(by: .milliseconds(500))
    #expect(log.events("refused") == [], "it replaces the one before by the name of the throttle")
    store.launch(work("c", id: "uploads").policy(policy))
    #expect(log.events("refused") == ["refused uploads: alreadyRunning"])
    await clock.runUntilIdle()
    #expect(store.state == ["b"])
  }

  @Test(arguments: Rounds.seeds(60))
  func `effects with any names and policies all end, within their limits`(seed: Int) async {
    var random = SplitMix64(seed: seed)
    let names: [EffectID] = ["a", "b", "c"]
    let policies: [LaunchPolicy] = [
      .replace, .queue(limit: 3), .atMost(2, .oldestFirst), .atMost(1, waiting: 1), .keepRunning, .concurrent,
      .atMost(2, .newestWins),
    ]
    var handles: [SendHandle] = []
    for number in 0..<40 {
      var program = random.happens(onceIn: 3) ? Program.sequence([work("s"), work("t")]) : work("\(number)")
      for _ in 0...random.number(below: 3) {
        program = program.cancellable(id: random.pick(names) ?? "a").policy(random.pick(policies) ?? .replace)
        if random.happens(onceIn: 4) { program = program.catch { _ in .none } }
      }
      handles.append(store.launch(program))
      if random.happens(onceIn: 5) { store.cancel(.id(random.pick(names) ?? "a")) }
      if random.happens(onceIn: 5) { handles[random.number(below: handles.count)].cancel() }
      await clock.advance(by: .milliseconds(random.number(below: 600)))
    }
    await clock.runUntilIdle()
    #expect(handles.allSatisfy { $0.isFinished })
    #expect(store.runtime.waitingEffects.isEmpty && store.runtime.runningEffects.isEmpty)
    #expect(names.allSatisfy { !store.isTaskRunning(id: $0) })
    #expect(store.runtime.table.nodeCount == 0)
  }
}
