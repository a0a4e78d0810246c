import Foundation
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Programs of as many levels as are allowed run, on any stack; deeper ones are an issue.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(60))) struct DeepProgramTests {
  private typealias Program = EffectProgram<String>

  private struct Failure: Error {}

  /// The kinds of levels.
  enum Level: CaseIterable {
    case sequenceBefore, sequenceBehind, merge, `catch`, options, delay
    case retry, onCancel, cancellable, scoped, map, marked

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

  private nonisolated static let kinds = Level.allCases.map { [$0] } + [Level.allCases]

  private let issues = IssueLog()

  private func store(_ program: @escaping @MainActor () -> Program) -> ScriptStore<String> {
    let options = StoreOptions(executor: TestExecutor(), onIssue: { [issues] in issues.record($0) })
    return ScriptStore(options: options) { (action: String) in action == "start" ? program() : .none }
  }

  /// A composition around which there are enough levels for a whole of so many.
  private nonisolated static func nest(_ first: Program, in levels: [Level], count: Int) -> Program {
    (1..<count).reduce(.sequence([first, .emit("last")])) { levels[$1 % levels.count].around($0) }
  }

  @Test(arguments: kinds)
  func `a program nested to the limit runs to its end`(levels: [Level]) async {
    let store = store { Self.nest(.task { "leaf" }, in: levels, count: EffectLimits.nesting) }
    await store.send("start").value
    #expect(store.state == ["start", "leaf", "last"])
    #expect(issues.all.isEmpty)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test(arguments: kinds)
  func `a program nested to the limit is made and released on a thread with a small stack`(levels: [Level]) async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        #expect(!Self.nest(.emit("leaf"), in: levels, count: EffectLimits.nesting).isNone)
        continuation.resume()
      }
      thread.stackSize = 512 * 1_024
      thread.start()
    }
  }

  @Test(arguments: kinds, [EffectLimits.nesting + 1, 20_000])
  func `a program with too many levels is an issue, and nothing of it runs`(levels: [Level], count: Int) async {
    let store = store { .merge([.emit("beside"), Self.nest(.emit("leaf"), in: levels, count: count)]) }
    await store.send("start").value
    #expect(store.state == ["start"])
    #expect(store.runtime.table.nodeCount == 0)
    #expect(
      issues.all.map(\.message) == [
        """
        An effect was dropped because its parts are nested to more than 1000 levels.

        Such a deep effect may exhaust a thread's stack when it is changed or released.

        Put the parts side by side, into one sequence or one merge, which may have any number of members.
        """
      ]
    )
    guard case .nestedTooDeep? = issues.all.first?.kind else {
      Issue.record("another kind of issue")
      return
    }
    store.send("again")
    #expect(store.state.last == "again")
  }

  @Test func `a sequence and a merge have any number of members`() async {
    let members = Array(repeating: Program.cancel(.id("nothing")), count: Rounds.of(100_000))
    let store = store { .sequence([.sequence(members + [.emit("sequence")]), .merge(members), .emit("merge")]) }
    await store.send("start").value
    #expect(store.state == ["start", "sequence", "merge"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `an error passes through a deep program`() async {
    let levels = Level.allCases.filter { $0 != .catch }
    let store = store {
      Self.nest(.task { throw Failure() }, in: levels, count: EffectLimits.nesting - 1).catch { _ in .emit("caught") }
    }
    await store.send("start").value
    #expect(store.state == ["start", "caught"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a deep program is cancelled as a whole`() async {
    let store = store {
      Self.nest(.task { try await untilCancelled() }, in: Level.allCases, count: EffectLimits.nesting)
    }
    let handle = store.send("start")
    await store.settle()
    handle.cancel()
    await store.settle()
    #expect(store.state == ["start", "cancelled"])
    #expect(handle.isFinished)
    #expect(store.runtime.table.nodeCount == 0)
  }
}
