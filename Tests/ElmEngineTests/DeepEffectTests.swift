import ElmEngine
import Foundation
import StoreTesting
import Testing

/// Nested effects: as many levels as are promised work, also on a thread with a small stack, and more are an issue.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct DeepEffectTests {
  private enum Action: Sendable {
    case launch(levels: Int)
    case done(Int)
  }

  private let issues = Recorder<RuntimeIssue>()

  /// An effect with the given number of levels around one that emits.
  private nonisolated static func nested(_ levels: Int) -> Effect<Action> {
    var effect = Effect<Action>.program(.emit(.done(levels)))
    for level in 0..<levels {
      effect = level.isMultiple(of: 2) ? .sequence([effect, .none]) : .merge([.cancel("nothing"), effect])
    }
    return effect
  }

  private func makeStore(
    _ reduce: @escaping @MainActor (inout [Int], Action) -> Effect<Action>
  ) -> Store<[Int], Action> {
    let issues = issues
    return Store(initialState: [], options: StoreOptions(onIssue: { issues.record($0) }), reduce: reduce)
  }

  /// A store whose effects are made in the reducer, and held only by the store.
  private func makeStore() -> Store<[Int], Action> {
    makeStore { state, action in
      switch action {
      case .launch(let levels): return Self.nested(levels)
      case .done(let levels): state.append(levels)
      }
      return .none
    }
  }

  @Test(arguments: [1, 10, 11, EffectLimits.nesting])
  func `an effect nested up to the limit runs`(levels: Int) async {
    let store = makeStore()
    store.send(.launch(levels: levels))
    #expect(store.state == [levels])
    #expect(issues.values.isEmpty)
  }

  @Test(arguments: [EffectLimits.nesting + 1, 5_000, 200_000])
  func `an effect nested beyond the limit is dropped, and the store continues`(levels: Int) async {
    let store = makeStore()
    let handle = store.send(.launch(levels: levels))
    #expect(handle.isFinished)
    #expect(store.state == [])
    #expect(
      issues.values.map(\.message) == [
        """
        An effect was dropped because its parts are nested to more than 1000 levels.

        Such a deep effect may exhaust a thread's stack when it is changed or released.

        Put the parts side by side, into one sequence or one merge, which may have any number of members.
        """
      ]
    )
    guard case .nestedTooDeep(limit: EffectLimits.nesting)? = issues.values.first?.kind else {
      Issue.record("another kind of issue")
      return
    }
    store.send(.launch(levels: 3))
    #expect(store.state == [3])
  }

  @Test func `an effect nested beyond the limit is released by whoever holds it, on a thread with a small stack`() async
  {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        let effect = Self.nested(70_000)
        var held = [
          effect, effect.map { $0 }, .sequence(.none, effect), effect.lifted(to: EffectScope("child")) { $0 },
        ]
        #expect(held.count == 4)
        held = []
        continuation.resume()
      }
      thread.stackSize = 512 * 1_024
      thread.start()
    }
  }

  @Test func `an effect that is too deep stays so in another one, of which nothing runs`() {
    let held = Self.nested(70_000)
    let store = makeStore { state, action in
      switch action {
      case .launch: return .merge(.send(.done(1)), held.map { $0 }, .sequence(.send(.done(2)), held))
      case .done(let levels): state.append(levels)
      }
      return .none
    }
    store.send(.launch(levels: 0))
    #expect(store.state == [])
    #expect(issues.values.count == 1)
  }

  /// Modifiers, each of which makes a program.
  private nonisolated static let modifiers: [@Sendable (Effect<Action>) -> Effect<Action>] = [
    { $0.catch { _ in .done(0) } }, { $0.onCancel { nil } }, { $0.scoped(to: "scope") }, { $0.delay(for: .zero) },
    { $0.cancellable(id: "x") }, { $0.lifted(to: EffectScope("child")) { $0 } },
    { Effect.sequence([$0, .cancel("nothing")]).catch { _ in .done(0) } },
  ]

  @Test(arguments: 0..<7, [EffectLimits.programNesting + 1, 10_000, 200_000])
  func `an effect with too many modifiers is dropped, and the store continues`(index: Int, levels: Int) async {
    let store = makeStore { state, action in
      switch action {
      case .launch(let levels):
        var effect = Self.nested(2)
        for _ in 0..<levels { effect = Self.modifiers[index](effect) }
        return effect
      case .done(let levels): state.append(levels)
      }
      return .none
    }
    #expect(store.send(.launch(levels: levels)).isFinished)
    #expect(store.state == [])
    #expect(issues.values.count == 1)
    guard case .nestedTooDeep(limit: EffectLimits.programNesting)? = issues.values.first?.kind else {
      Issue.record("another kind of issue")
      return
    }
    store.send(.launch(levels: 3))
    #expect(store.state == [2])
  }

  @Test func `a deep effect is mapped and lifted, and dropped as a whole if it is too deep`() async {
    let store = makeStore { state, action in
      switch action {
      case .launch(let levels):
        return .merge([
          Self.nested(levels).map { $0 }.map { $0 }, Self.nested(levels).lifted(to: EffectScope("child")) { $0 },
          Self.nested(levels).delay(for: .zero).cancellable(id: "x"),
        ])
      case .done(let levels): state.append(levels)
      }
      return .none
    }
    store.send(.launch(levels: EffectLimits.nesting - 1))
    #expect(store.state == Array(repeating: EffectLimits.nesting - 1, count: 3))
    #expect(issues.values.isEmpty)
    // The first ten levels of the mapped effect are kept.
    store.send(.launch(levels: EffectLimits.nesting + 20))
    #expect(store.state.count == 3)
    #expect(issues.values.count == 1)
  }

  @Test func `a sequence and a merge have any number of members`() async {
    let store = makeStore { state, action in
      switch action {
      case .launch(let count):
        return .merge(
          [.sequence((0..<count).map { .program(.emit(.done($0))) })] + (0..<count).map { _ in .cancel("x") }
        )
      case .done(let number): state.append(number)
      }
      return .none
    }
    store.send(.launch(levels: 100_000))
    #expect(store.state.count == 100_000)
    #expect(issues.values.isEmpty)
  }

  @Test func `an effect nested up to the limit is made, changed and released on a thread with a small stack`() async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        let effect = Self.nested(EffectLimits.nesting)
        let programs = [effect.program, effect.map { $0 }.program, effect.onCancel { nil }.delay(for: .zero).program]
        #expect(programs.allSatisfy { !$0.isNone })
        continuation.resume()
      }
      thread.stackSize = 512 * 1_024
      thread.start()
    }
  }
}
