import StoreCore
import Testing
import _StoreTestSupport

/// Programs that each end by starting the next one.
@MainActor
@Suite struct EndlessProgramTests {
  private struct Failure: Error {}

  /// A value that a program holds.
  private final class Held: Sendable {
    private let ends: Counter

    init(_ ends: Counter) { self.ends = ends }

    deinit { ends.add() }
  }

  enum Chain: CaseIterable {
    case answers, answersBehindWaits, lastMembers, lastMembersInScopes
  }

  /// A program that starts itself again a number of times, and then waits for ever.
  private func program(_ chain: Chain, _ count: Int, _ ends: Counter) -> EffectProgram<String> {
    guard count > 0 else { return .run { _ in try await untilCancelled() } }
    let held = Held(ends)
    let next: @MainActor @Sendable () -> EffectProgram<String> = {
      withExtendedLifetime(held) { program(chain, count - 1, ends) }
    }
    switch chain {
    case .answers: return EffectProgram.task { throw Failure() }.catch { _ in next() }
    case .answersBehindWaits:
      return EffectProgram.task { throw Failure() }.catch { _ in .sequence([.run { _ in }, .deferred(next)]) }
    case .lastMembers: return .sequence([.run { _ in }, .deferred(next)])
    case .lastMembersInScopes: return .sequence([EffectProgram.run { _ in }.scoped(to: "scope"), .deferred(next)])
    }
  }

  @Test(arguments: Chain.allCases)
  func `an endless chain releases the programs that have ended`(_ chain: Chain) async {
    let ends = Counter()
    let executor = TestExecutor()
    let store = ScriptStore<String>(options: StoreOptions(executor: executor)) { _ in program(chain, 100, ends) }
    store.send("start")
    await store.settle()
    #expect(store.runningTaskCount == 1)
    #expect(ends.value > 95)
    store.runtime.cancel(.all)
    await store.settle()
    #expect(ends.value == 100)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `an error after many answers belongs to the program around them`() async {
    let store = ScriptStore<String>(options: StoreOptions(executor: TestExecutor())) { action in
      func attempt(_ count: Int) -> EffectProgram<String> {
        EffectProgram.task { throw Failure() }.catch { _ in
          count > 0 ? attempt(count - 1) : .task { throw Failure() }
        }
      }
      return action == "start" ? .sequence([attempt(10), .emit("not reached")]).catch { _ in .emit("caught") } : .none
    }
    await store.send("start").value
    #expect(store.state == ["start", "caught"])
  }
}
