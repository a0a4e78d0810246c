import ElmEngine
import Foundation
import StoreTesting
import Testing

/// Nested effects: as many levels as are promised work, also on a thread with a small stack, and more are an issue.
@MainActor
@Suite struct DeepEffectTests {
  private enum Action: Sendable {
    case launch(levels: Int)
    case done(Int)
  }

  private let issues = Recorder<RuntimeIssue>()

  /// An effect with the given number of levels around one that emits.
  private nonisolated static func nested(_ levels: Int) -> Effect<Action> {
    (0..<levels).reduce(.program(.emit(.done(levels)))) { effect, level in
      level.isMultiple(of: 2) ? .sequence([effect, .none]) : .merge([.cancel("nothing"), effect])
    }
  }

  private func makeStore(_ effect: @escaping @MainActor (Int) -> Effect<Action>) -> Store<[Int], Action> {
    let options = StoreOptions(onIssue: { [issues] in issues.record($0) })
    return Store(initialState: [], options: options) { (state: inout [Int], action: Action) in
      switch action {
      case .launch(let levels): return effect(levels)
      case .done(let levels): state.append(levels)
      }
      return .none
    }
  }

  @Test(arguments: [1, 10, 11, EffectLimits.nesting])
  func `an effect nested up to the limit runs`(levels: Int) async {
    let store = makeStore { Self.nested($0) }
    store.send(.launch(levels: levels))
    #expect(store.state == [levels])
    #expect(issues.values.isEmpty)
  }

  @Test(arguments: [EffectLimits.nesting + 1, 20_000])
  func `an effect nested beyond the limit is dropped, and the store continues`(levels: Int) async {
    let store = makeStore { Self.nested($0) }
    #expect(store.send(.launch(levels: levels)).isFinished)
    #expect(store.state == [])
    guard case .nestedTooDeep? = issues.values.first?.kind, issues.values.count == 1 else {
      Issue.record("other issues")
      return
    }
    store.send(.launch(levels: 3))
    #expect(store.state == [3])
  }

  @Test func `an effect that is too deep stays so in another one, of which nothing runs`() {
    let held = Self.nested(20_000)
    let store = makeStore { _ in
      .merge(.send(.done(1)), held.map { $0 }, held.delay(for: .zero), .sequence(.send(.done(2)), held))
    }
    store.send(.launch(levels: 0))
    #expect(store.state == [])
    #expect(issues.values.count == 1)
  }

  @Test func `a deep effect is mapped, lifted and modified`() async {
    let store = makeStore { levels in
      .merge([
        Self.nested(levels).map { $0 }.map { $0 }, Self.nested(levels).lifted(to: EffectScope("child")) { $0 },
        Self.nested(levels).delay(for: .zero).cancellable(id: "x"),
      ])
    }
    store.send(.launch(levels: EffectLimits.nesting - 10))
    #expect(store.state == Array(repeating: EffectLimits.nesting - 10, count: 3))
    #expect(issues.values.isEmpty)
  }

  @Test(arguments: [EffectLimits.nesting, 20_000])
  func `a deep effect is made, changed and released on a thread with a small stack`(levels: Int) async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        let effect = Self.nested(levels)
        let programs = [effect.program, effect.map { $0 }.program, effect.onCancel { nil }.delay(for: .zero).program]
        #expect(programs.allSatisfy { !$0.isNone })
        continuation.resume()
      }
      thread.stackSize = 512 * 1_024
      thread.start()
    }
  }
}
