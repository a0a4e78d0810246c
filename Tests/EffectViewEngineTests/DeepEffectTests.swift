import EffectViewEngine
import Foundation
import StoreTesting
import Testing
import _StoreTestSupport

/// Nested effects: as many levels as are promised work, and more are an issue.
@MainActor
@Suite struct DeepEffectTests {
  private enum Event: Sendable {
    case launch(levels: Int)
    case done(Int)
  }

  private typealias Effect = EffectViewEngine.Effect<Event, Void>

  private let issues = IssueLog()

  /// An effect with the given number of levels around an event.
  private nonisolated static func nested(_ levels: Int) -> Effect {
    (0..<levels).reduce(.event(.done(levels))) { effect, level in
      switch level % 5 {
      case 0: .sequence([effect])
      case 1: effect.modified(by: .priority(nil))
      case 2: .merge([.cancel("nothing"), effect])
      case 3: effect.onCancel { nil }
      default: effect.catch { _ in nil }
      }
    }
  }

  private func makeHost() -> EffectHost<[Int], Event, Void> {
    let options = StoreOptions(onIssue: { [issues] in issues.record($0) })
    let host = EffectHost<[Int], Event, Void>(state: [], options: options) { state, event in
      switch event {
      case .launch(let levels): return Self.nested(levels)
      case .done(let levels): state.append(levels)
      }
      return nil
    }
    host.appear()
    return host
  }

  @Test(arguments: [1, EffectLimits.nesting])
  func `an effect nested up to the limit runs`(levels: Int) async {
    let host = makeHost()
    host.send(.launch(levels: levels))
    #expect(host.state == [levels])
    #expect(issues.all.isEmpty)
  }

  @Test(arguments: [EffectLimits.nesting + 1, 20_000])
  func `an effect nested beyond the limit is dropped, and the host continues`(levels: Int) async {
    let host = makeHost()
    host.send(.launch(levels: levels))
    #expect(host.state == [])
    guard case .nestedTooDeep? = issues.all.first?.kind, issues.all.count == 1 else {
      Issue.record("other issues")
      return
    }
    host.send(.launch(levels: 3))
    #expect(host.state == [3])
  }

  @Test(arguments: [EffectLimits.nesting, 20_000])
  func `a deep effect is made and released on a thread with a small stack`(levels: Int) async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        for kind in 0..<5 { _ = Self.nested(levels - kind) }
        continuation.resume()
      }
      thread.stackSize = 512 * 1_024
      thread.start()
    }
  }
}
