import Foundation
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Programs of thousands of levels, of too many, and of many members: they exhaust neither the stack nor the time limit
/// of a test.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(60))) struct DeepProgramTests {
  private typealias Program = EffectProgram<String>

  private struct Failure: Error {}

  /// The kinds of levels.
  enum Level: CaseIterable {
    case sequenceBefore
    case sequenceBehind
    case merge
    case `catch`
    case options
    case delay
    case retry
    case onCancel
    case cancellable
    case scoped
    case map
    case marked

    func around(_ program: EffectProgram<String>) -> EffectProgram<String> {
      switch self {
      case .sequenceBefore: .sequence([program, .cancel(.id("nothing"))])
      case .sequenceBehind: .sequence([.cancel(.id("nothing")), program])
      case .merge: .merge([.cancel(.id("nothing")), program])
      case .catch: program.catch { _ in .emit("caught") }
      case .options: program.options { $0.name = "named" }
      case .delay: program.delay(for: .zero)
      case .retry: program.retry(RetryPolicy(attempts: 1))
      case .onCancel: program.onCancel { "cancelled" }
      case .cancellable: program.cancellable(id: "x")
      case .scoped: program.scoped(to: "scope")
      case .map: program.map { $0 }
      case .marked: program.marked(by: EffectMark())
      }
    }
  }

  private nonisolated static let depth = 3_000
  private nonisolated static let kinds = Level.allCases.map { [$0] } + [Level.allCases]

  private let executor = TestExecutor()

  private func store(_ program: EffectProgram<String>) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(executor: executor, onError: { _, _ in })) { (action: String) in
      action == "start" ? program : .none
    }
  }

  private nonisolated static func nest(
    _ innermost: Program,
    in levels: [Level],
    depth: Int = Self.depth
  ) -> Program {
    var program = innermost
    for depth in 0..<depth {
      program = levels[depth % levels.count].around(program)
    }
    return program
  }

  // MARK: Running

  @Test(arguments: kinds)
  func `a deep program runs to its end`(levels: [Level]) async {
    let store = store(
      .sequence([Self.nest(.sequence([.task { "leaf" }, .emit("last")]), in: levels), .emit("after")])
    )
    await store.send("start").value
    #expect(store.state == ["start", "leaf", "last", "after"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test(arguments: [Level.delay, .retry])
  func `an operation runs inside many modifiers`(level: Level) async {
    let store = store(Self.nest(.task { "leaf" }, in: [level]))
    await store.send("start").value
    #expect(store.state == ["start", "leaf"])
  }

  @Test(arguments: kinds)
  func `a deep program that never runs is made and released on a thread with a small stack`(levels: [Level]) async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        let program = Self.nest(.merge([.emit("leaf"), .emit("leaf")]), in: levels, depth: 1_500)
        #expect(!program.isNone)
        continuation.resume()
      }
      thread.stackSize = 512 * 1_024
      thread.start()
    }
  }

  @Test(arguments: kinds, [EffectLimits.programNesting + 1, 10_000, 200_000])
  func `a program with too many levels is an issue, and the store continues`(levels: [Level], depth: Int) async {
    let issues = IssueLog()
    let options = StoreOptions(executor: executor, onIssue: { issues.record($0) })
    let store = ScriptStore(options: options) { (action: String) -> Program in
      guard action == "start" else { return .none }
      // The innermost part is a composition: a single emit would be mapped at once.
      return Self.nest(.sequence([.emit("leaf"), .emit("leaf")]), in: levels, depth: depth)
    }
    await store.send("start").value
    await store.settle()
    #expect(!store.state.contains("leaf"))
    #expect(store.runtime.table.nodeCount == 0)
    #expect(issues.all.count == 1)
    guard case .nestedTooDeep(limit: EffectLimits.programNesting)? = issues.all.first?.kind else {
      Issue.record("another kind of issue")
      return
    }
    #expect(
      issues.all.first?.message == """
        An effect was dropped because its parts are nested to more than 6000 levels.

        Such a deep effect may exhaust a thread's stack when it is changed or released.

        Put the parts side by side, into one sequence or one merge, which may have any number of members.
        """
    )
    store.send("again")
    #expect(store.state.last == "again")
  }

  @Test(arguments: [EffectLimits.programNesting + 1, 10_000, 100_000])
  func `nothing of a program with too many levels runs, at any level`(depth: Int) async {
    let issues = IssueLog()
    let store = ScriptStore(options: StoreOptions(executor: executor, onIssue: { issues.record($0) })) {
      (action: String) -> Program in
      guard action == "start" else { return .none }
      let nested = (0..<depth).reduce(Program.emit("leaf")) { .sequence([.emit("\($1)"), $0]) }
      return .merge([.emit("beside"), nested.catch { _ in .none }.scoped(to: "scope").delay(for: .zero)])
    }
    await store.send("start").value
    #expect(store.state == ["start"])
    #expect(issues.all.count == 1)
  }

  @Test func `a debounce and a throttle of a composition are two levels`() async {
    let issues = IssueLog()
    func issueCount(_ count: Int) async -> Int {
      var program = Program.sequence([.emit("leaf"), .emit("leaf")])
      for number in 0..<count {
        program =
          number.isMultiple(of: 2)
          ? program.debounce(id: number, for: .zero) : program.throttle(id: number, for: .zero, edges: .leading)
      }
      let store = ScriptStore<String>(options: StoreOptions(executor: executor, onIssue: { issues.record($0) }))
      store.launch(program)
      store.cancel(.all)
      await store.settle()
      return issues.all.count
    }
    #expect(await issueCount(EffectLimits.programNesting / 2 - 1) == 0)
    #expect(await issueCount(EffectLimits.programNesting / 2) == 1)
  }

  @Test func `an effect that does nothing is empty at any depth`() {
    #expect(Self.nest(.none, in: [.delay, .catch, .scoped, .map, .retry], depth: 10_000).isNone)
  }

  @Test func `a sequence and a merge have any number of members`() async {
    let members = Array(repeating: Program.cancel(.id("nothing")), count: 100_000)
    let store = store(.sequence([.sequence(members + [.emit("sequence")]), .merge(members), .emit("merge")]))
    await store.send("start").value
    #expect(store.state == ["start", "sequence", "merge"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `an error passes through a deep program`() async {
    let failing = Program.sequence([.task { throw Failure() }, .emit("never")])
    let store = store(Self.nest(failing, in: Level.allCases.filter { $0 != .catch }).catch { _ in .emit("caught") })
    await store.send("start").value
    #expect(store.state == ["start", "caught"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a deep program is cancelled as a whole`() async {
    let endless = Program.sequence([.task { try await untilCancelled() }, .emit("never")])
    let store = store(Self.nest(endless, in: Level.allCases))
    let handle = store.send("start")
    await store.settle()
    handle.cancel()
    await store.settle()
    #expect(store.state == ["start", "cancelled"])
    #expect(handle.isFinished)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a deep program is mapped and moved into a scope`() async {
    let program = Self.nest(.sequence([.task { "leaf" }, .emit("last")]), in: Level.allCases)
    let store = store(program.map { "<\($0)>" }.scoped(to: "scope"))
    await store.send("start").value
    #expect(store.state == ["start", "<leaf>", "<last>"])
  }

  @Test func `a deep program that has not ended is released with its store`() async {
    let innermost = Program.sequence([.task { try await untilCancelled() }, .emit("never")])
    var store: ScriptStore<String>? = store(Self.nest(innermost, in: Level.allCases))
    let handle = store?.send("start")
    await executor.settle()
    store = nil
    await executor.settle()
    #expect(handle?.isFinished == true)
  }

  @Test func `an answer that fails passes through any number of handlers`() async {
    var program = Program.task { throw Failure() }
    for _ in 0..<5_000 {
      program = program.catch { _ in .task { throw Failure() } }
    }
    let store = store(program.catch { _ in .emit("caught") })
    await store.send("start").value
    #expect(store.state == ["start", "caught"])
  }

  // MARK: Decisions

  /// Frames inside each other, outermost first, each a sequence with one member left inside a merge.
  private func frames() -> [Frame] {
    var frames: [Frame] = []
    for _ in 0..<Self.depth {
      let merge = Frame(.merge(2), parent: frames.last)
      frames.append(Frame(.sequence([.emit("last")]), parent: merge))
    }
    return frames
  }

  @Test func `many errors in a deep program abandon each member once`() {
    let abandoned = frames().reversed().map { frame in
      let (answer, abandoned) = FrameMachine.fail(Failure(), in: frame)
      #expect(answer == nil)
      return abandoned
    }
    #expect(abandoned.reduce(0, +) == Self.depth)
  }

  @Test func `many ends in a cancelled deep program abandon each member once`() {
    #expect(frames().reversed().reduce(0) { $0 + FrameMachine.abandon($1) } == Self.depth)
  }
}
