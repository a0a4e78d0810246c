import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// All pairs of modifiers on an operation, on compositions and on an action: the visible effect is the same in
/// either order, or the pair is in the list of those whose order matters.
///
/// Without the package's trait `Exhaustive` these, and a tenth of all.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct ModifierPairTests {
  typealias Program = EffectProgram<String>

  struct Failure: Error {}

  /// A modifier, with the names that it gives.
  enum Modifier: String, CaseIterable {
    case priority, highPriority, named, renamed, policy, queueing, limiting, keeping, cancellable, sharing, delay,
      debounce,
      throttle, timeout, retry, onCancel, onRefused
    case `catch`, map, scoped

    @MainActor
    func around(_ program: Program, _ clock: TestClock) -> Program {
      switch self {
      case .priority: program.modified(by: .priority(.background))
      case .highPriority: program.modified(by: .priority(.high))
      case .named: program.modified(by: .named("task"))
      case .renamed: program.modified(by: .named("renamed"))
      case .policy: program.policy(.keepRunning)
      case .queueing: program.policy(.queue(limit: 1))
      case .limiting: program.policy(.atMost(2, waiting: 1))
      case .keeping: program.policy(.keepRunning, of: "a")
      case .cancellable: program.cancellable(id: "a")
      case .sharing: program.cancellable(id: "b", cancelInFlight: false)
      case .delay: program.delay(for: .seconds(1))
      case .debounce: program.debounce(id: "d", for: .seconds(2))
      case .throttle: program.throttle(id: "t", for: .seconds(10))
      case .timeout: program.timeout(after: .milliseconds(2_500))
      case .retry: program.retry(RetryPolicy(attempts: 2, delay: .seconds(1)))
      case .onCancel: program.onCancel { "answer to the cancel" }
      case .onRefused: program.onRefused { "answer to the refusal" }
      case .catch:
        program.catch { error in
          .task {
            try await clock.sleep(for: .seconds(1))
            return "caught \(error is Failure ? "failure" : "timeout")"
          }
        }
      case .map: program.map { "<\($0)>" }
      case .scoped: program.scoped(to: "s")
      }
    }
  }

  /// A program to modify.
  enum Base: String, CaseIterable {
    case operation, failing, sequence, merge, action, call, cancel

    @MainActor
    func program(_ clock: TestClock) -> Program {
      let work = { Self.work($0, id: $1, failures: $2, clock) }
      return switch self {
      case .operation: work("done", nil, 0)
      case .failing: work("done", nil, 1)
      case .sequence: .sequence([work("first", nil, 0), .emit("between"), work("last", "inner", 0)])
      case .merge: .merge([work("left", "inner", 0), work("right", nil, 1)])
      case .action: .emit("done")
      case .call: .emit { "called" }
      case .cancel: .cancel(.id("elsewhere"))
      }
    }

    /// An operation of two seconds, which fails a given number of times first.
    private static func work(_ result: String, id: EffectID?, failures: Int, _ clock: TestClock) -> Program {
      let attempts = Counter()
      return .task(EffectOptions(id: id)) {
        try await clock.sleep(for: .seconds(2))
        attempts.add()
        guard attempts.value > failures else { throw Failure() }
        return result
      }
    }
  }

  /// Pairs whose order matters, with the sentence of the documents that says so.
  ///
  /// "EffectsInTime" and "EffectsAndCancellation" list them in their tables.
  nonisolated static let ordered: [Set<Modifier>: String] = [
    // Modifiers of time apply from the inside out.
    [.delay, .timeout]: "A timeout around a delay limits the wait too.",
    [.delay, .retry]: "A retry around a delay waits before each attempt.",
    [.timeout, .retry]: "A timeout inside a retry limits each attempt, one around it all of them.",
    // A catch answers the errors of what is inside it, and its answer belongs to what is around it.
    [.catch, .cancellable]: "The answer to an error has the names that are given around the catch.",
    [.catch, .sharing]: "The answer to an error has the names that are given around the catch.",
    [.catch, .debounce]: "The answer to an error has the names that are given around the catch.",
    [.catch, .throttle]: "The answer to an error has the names that are given around the catch.",
    [.catch, .map]: "The answer to an error is mapped by what is around the catch.",
    [.onCancel, .map]: "The answer to a cancel is mapped by what is around it.",
    // A scope keeps the names that are given inside it.
    [.scoped, .cancellable]: "A name belongs to the scope in which it is given.",
    [.scoped, .sharing]: "A name belongs to the scope in which it is given.",
    [.scoped, .debounce]: "A name belongs to the scope in which it is given.",
    [.scoped, .throttle]: "A name belongs to the scope in which it is given.",
    // A given `cancelInFlight` is a policy.
    [.policy, .sharing]: "Of two policies the outer one applies.",
    [.queueing, .sharing]: "Of two policies the outer one applies.",
    [.policy, .queueing]: "Of two policies the outer one applies.",
    [.policy, .limiting]: "Of two policies the outer one applies.",
    [.queueing, .limiting]: "Of two policies the outer one applies.",
    [.priority, .highPriority]: "Of two priorities the outer one applies.",
    [.named, .renamed]: "Of two names of a task the outer one applies.",
  ]

  /// Kinds of modifiers of which an effect has one, so that the outer one applies.
  static let kinds: [Set<Modifier>] = [
    [.priority, .highPriority], [.named, .renamed], [.policy, .queueing, .limiting],
  ]

  /// Pairs of which one has no visible effect in these courses, with the reason.
  static let unseen: [Set<Modifier>: String] = [
    [.limiting, .sharing]: "No more than two run.",
    [.policy, .throttle]: "At the end of the throttle's interval the effect before has ended.",
    [.queueing, .throttle]: "At the end of the throttle's interval the effect before has ended.",
    [.limiting, .throttle]: "At the end of the throttle's interval the effect before has ended.",
    [.delay, .timeout]: "A timeout inside a delay lets an operation of two seconds end.",
    [.debounce, .timeout]: "The time of the timeout is counted behind the debounce.",
    [.retry, .catch]: "The second attempt does not fail.",
  ]

  /// Whether a modifier has no visible effect beside another one: of these, only one refuses an effect at once.
  private static func isUnseen(_ pair: [Modifier]) -> Bool {
    unseen[Set(pair)] != nil || pair.contains(.onRefused) && !pair.contains(.policy)
  }

  /// The modifiers that give names, of which an effect may have several: the order decides which one is reported.
  static let naming: [Modifier: String] = [.cancellable: "a", .sharing: "b", .debounce: "d", .throttle: "t"]

  /// The launches and cancels of an effect.
  enum Course: CaseIterable {
    case once, twice, later, cancelled, cancelledByHandle
  }

  private nonisolated static let names: [EffectID] = ["a", "b", "d", "t", "inner"]

  /// All that is visible of a program over time.
  ///
  /// Names that are aliases of each other are shown as one.
  private func course(
    _ course: Course,
    aliases: Set<String>,
    of program: (TestClock) -> Program
  ) async -> [String] {
    let told = { (text: String) in aliases.contains(text) || aliases.contains("\(text.dropLast())") ? "named" : text }
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let log = EventLog()
    let errors = Locked<[String]>([])
    let issues = IssueLog()
    let options = StoreOptions(
      executor: executor,
      clock: clock,
      observers: [log],
      onError: { error, info in
        errors.withLock { $0.append("\(type(of: error)) of \(told(info.id.map { "\($0)" } ?? "-"))") }
      },
      onIssue: { issues.record($0) }
    )
    let made = program(clock)
    let store = ScriptStore<String>(options: options) { $0 == "start" ? made : .none }
    let elsewhere = Program.task(EffectOptions(id: "elsewhere")) {
      try await clock.sleep(for: .seconds(60))
      return "late"
    }
    store.launch(elsewhere)
    var seen: [String] = []
    func look() {
      let scoped = Self.names.map { $0.scoped(to: "s") }
      let names = (Self.names + scoped + ["elsewhere"]).filter { store.isTaskRunning(id: $0) }
      let effects = store.runtime.runningEffects.map {
        "\(told($0.id.map { "\($0)" } ?? "-")) \($0.name ?? "-") \($0.priority.map { "\($0.rawValue)" } ?? "-")"
      }
      let waiting = store.runtime.waitingEffects.count
      seen.append("\(names) \(effects.sorted()), \(waiting) wait, \(store.state)")
    }
    var handles = [store.send("start")]
    look()
    await clock.advance(by: .milliseconds(500))
    look()
    switch course {
    case .once: break
    case .twice: handles.append(store.send("start"))
    case .later: break
    case .cancelled: for name in Self.names.prefix(4) { store.cancel(.id(name)) }
    case .cancelledByHandle: handles[0].cancel()
    }
    look()
    for milliseconds in [1_000, 1_000, 1_000, 2_000] {
      await clock.advance(by: .milliseconds(milliseconds))
      look()
      if course == .later, milliseconds == 2_000 { handles.append(store.send("start")) }
    }
    look()
    for milliseconds in [1_000, 1_000, 4_000, 8_000, 30_000] {
      await clock.advance(by: .milliseconds(milliseconds))
      look()
    }
    seen.append("ended \(handles.map(\.isFinished))")
    let events = log.events.filter { !$0.hasPrefix("handled") }
    seen.append("told \(events.map { $0.split(separator: " ").map { told("\($0)") } }.map { "\($0)" }.sorted())")
    seen.append("errors \(errors.withLock { $0 }), issues \(issues.all.map(\.message).sorted())")
    store.cancel(.all)
    await executor.settle()
    return seen
  }

  private nonisolated static let pairs = Rounds.sample(
    of: Modifier.allCases.enumerated().flatMap { index, first in
      Modifier.allCases.dropFirst(index + 1).map { [first, $0] }
    },
    always: { ordered[Set($0)] != nil }
  )

  /// All that is visible of all bases in all courses, with modifiers around them.
  private func courses(_ modifiers: [Modifier], aliases: Set<String>) async -> [[String]] {
    var courses: [[String]] = []
    for base in Base.allCases {
      for way in Course.allCases {
        courses.append(
          await course(way, aliases: aliases) { clock in
            modifiers.reduce(base.program(clock)) { $1.around($0, clock) }
          }
        )
      }
    }
    return courses
  }

  /// All that is visible of a modifier alone, by the names that are shown as one; concurrent pairs share it.
  private static var alone: [Set<String>: [Modifier: Task<[[String]], Never>]] = [:]

  private func courses(of modifier: Modifier, aliases: Set<String>) async -> [[String]] {
    let seen = Self.alone[aliases]?[modifier] ?? Task { await courses([modifier], aliases: aliases) }
    Self.alone[aliases, default: [:]][modifier] = seen
    return await seen.value
  }

  @Test(arguments: pairs)
  func `two modifiers have the same effect in either order, or are listed as depending on it`(pair: [Modifier]) async {
    let names = pair.compactMap { Self.naming[$0] }
    let aliases = names.count == 2 ? Set(names) : []
    let inner = await courses(pair, aliases: aliases)
    let outer = await courses(pair.reversed(), aliases: aliases)
    let alone = [await courses(of: pair[0], aliases: aliases), await courses(of: pair[1], aliases: aliases)]
    if Self.kinds.contains(where: { $0.isSuperset(of: pair) }) {
      #expect(inner == alone[1], "of two of a kind the outer one applies")
      #expect(outer == alone[0], "of two of a kind the outer one applies")
    } else if !Self.isUnseen(pair), Self.ordered[Set(pair)] == nil || !pair.contains(.sharing) {
      // Each modifier has a visible effect within the other, in either order.
      for (modifier, alone) in zip(pair, alone) {
        #expect(inner != alone, "\(pair[0]) inside \(pair[1]) is seen as \(modifier) alone")
        #expect(outer != alone, "\(pair[1]) inside \(pair[0]) is seen as \(modifier) alone")
      }
    }
    let places = Base.allCases.flatMap { base in Course.allCases.map { "\(base) \($0)" } }
    var differences: [String] = []
    for ((inner, outer), place) in zip(zip(inner, outer), places) {
      guard let (inner, outer) = zip(inner, outer).first(where: { $0 != $1 }) else { continue }
      differences.append("\(place):\n  \(pair[0]) first: \(inner)\n  \(pair[1]) first: \(outer)")
    }
    if Self.ordered[Set(pair)] != nil {
      #expect(!differences.isEmpty, "\(pair) is listed, and its order makes no difference")
    } else {
      #expect(differences.isEmpty, "\(pair):\n\(differences.joined(separator: "\n"))")
    }
  }
}
