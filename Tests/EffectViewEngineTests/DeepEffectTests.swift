import EffectViewEngine
import Foundation
import StoreTesting
import Testing
import _StoreTestSupport

/// Nested effects: as many levels as are promised work, and more are an issue.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct DeepEffectTests {
  private enum Event: Sendable {
    case launch(levels: Int)
    case done(Int)
  }

  private typealias Effect = EffectViewEngine.Effect<Event, Void>

  private let issues = IssueLog()

  /// An effect with the given number of levels around an event.
  private nonisolated static func nested(_ levels: Int) -> Effect {
    var effect = Effect.event(.done(levels))
    for level in 0..<levels {
      switch level % 5 {
      case 0: effect = .sequence([effect])
      case 1: effect = effect.modified(by: .priority(nil))
      case 2: effect = .merge([.cancel("nothing"), effect])
      case 3: effect = effect.onCancel { nil }
      default: effect = effect.catch { _ in nil }
      }
    }
    return effect
  }

  private func makeHost() -> EffectHost<[Int], Event, Void> {
    let issues = issues
    return EffectHost(state: [], options: StoreOptions(onIssue: { issues.record($0) })) { state, event in
      switch event {
      case .launch(let levels): return Self.nested(levels)
      case .done(let levels): state.append(levels)
      }
      return nil
    }
  }

  @Test(arguments: [1, EffectLimits.nesting])
  func `an effect nested up to the limit runs`(levels: Int) async {
    let host = makeHost()
    host.appear()
    host.send(.launch(levels: levels))
    #expect(host.state == [levels])
    #expect(issues.all.isEmpty)
  }

  @Test(arguments: [EffectLimits.nesting + 1, 5_000, 200_000])
  func `an effect nested beyond the limit is dropped, and the host continues`(levels: Int) async {
    let host = makeHost()
    host.appear()
    host.send(.launch(levels: levels))
    #expect(host.state == [])
    #expect(issues.all.count == 1)
    guard case .nestedTooDeep(limit: EffectLimits.nesting)? = issues.all.first?.kind else {
      Issue.record("another kind of issue")
      return
    }
    #expect(
      issues.all.first?.message.hasPrefix(
        "An effect was dropped because its parts are nested to more than 1000 levels."
      ) == true
    )
    host.send(.launch(levels: 3))
    #expect(host.state == [3])
  }

  @Test func `an effect nested beyond the limit is released by whoever holds it, on a thread with a small stack`() async
  {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        var held = [Self.nested(70_000), Self.nested(70_001).catch { _ in nil }]
        #expect(held.count == 2)
        held = []
        continuation.resume()
      }
      thread.stackSize = 512 * 1_024
      thread.start()
    }
  }

  @Test func `an effect nested up to the limit is made and released on a thread with a small stack`() async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        for levels in 0..<5 {
          _ = Self.nested(EffectLimits.nesting - levels)
        }
        continuation.resume()
      }
      thread.stackSize = 512 * 1_024
      thread.start()
    }
  }

  @Test func `a delayed action is called and handled after the wait`() async {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let calls = Counter()
    let host = EffectHost<[Int], Event, Void>(
      state: [],
      options: StoreOptions(executor: executor, clock: clock)
    ) { state, event in
      switch event {
      case .launch:
        return .action { _ in
          calls.add()
          return .done(1)
        }
        .delay(for: .seconds(1))
      case .done(let number): state.append(number)
      }
      return nil
    }
    host.appear()
    host.send(.launch(levels: 1))
    #expect(host.runningTaskCount == 1)
    await clock.advance(by: .milliseconds(999))
    #expect(calls.value == 0)
    await clock.advance(by: .milliseconds(1))
    #expect(calls.value == 1)
    #expect(host.state == [1])
  }
}
