import StoreCore
import Testing
import _StoreTestSupport

/// Loops on the main actor of waits that have nothing to wait for: other work runs nevertheless.
@MainActor
@Suite struct WaitingLoopTests {
  /// Waits in a loop, and returns whether other work has run on the main actor meanwhile.
  private func leavesMainActor(_ wait: @MainActor () async -> Void) async -> Bool {
    let others = Counter()
    Task { @MainActor in others.add() }
    for _ in 0..<10_000 where others.value == 0 { await wait() }
    return others.value == 1
  }

  /// The same in a cancelled task.
  private func leavesMainActorWhenCancelled(_ wait: @escaping @MainActor () async -> Void) async -> Bool {
    let task = Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      return await leavesMainActor(wait)
    }
    return await task.value
  }

  @Test func `a loop of performed actions that cause nothing lets other work run`() async {
    let inlet = ScriptStore(Int.self).runtime.inlet
    #expect(await leavesMainActor { await inlet.perform(1, at: .unknown) })
  }

  @Test func `a loop of waits for an effect in a cancelled task lets other work run`() async {
    let store = ScriptStore<Int> { _ in .run(id: "waits") { _ in try await untilCancelled() } }
    #expect(await leavesMainActorWhenCancelled { await store.send(1).value })
    #expect(await leavesMainActorWhenCancelled { await store.perform(1) { _ in } })
    #expect(await leavesMainActorWhenCancelled { await store.runtime.inlet.perform(1, at: .unknown) })
    let handle = store.send(1)
    #expect(await leavesMainActorWhenCancelled { await handle.value })
    store.cancel(id: "waits")
    #expect(await leavesMainActor { await handle.value })
  }

  @Test func `a loop of waits for an action to a stopped or deallocated store lets other work run`() async {
    var store: ScriptStore<Int>? = ScriptStore(Int.self)
    let inlet = store?.runtime.inlet
    store?.runtime.stop()
    #expect(await leavesMainActor { await store?.send(1).value })
    store = nil
    #expect(await leavesMainActor { await inlet?.send(1, at: .unknown).value })
    #expect(await leavesMainActor { await inlet?.perform(1, at: .unknown) })
  }

  @Test func `a loop of waits for an action of a cancelled effect lets other work run`() async {
    let left = Counter()
    let store = ScriptStore<String> { action in
      switch action {
      case "start":
        .runOnMainActor(EffectOptions(id: "loops")) { send in
          send.send("cancel", at: .unknown)
          if await leavesMainActor({ await send.send("late", at: .unknown).tree }) { left.add() }
          if await leavesMainActor({ await send.perform("late") }) { left.add() }
        }
      case "cancel": .cancel(id: "loops")
      default: .none
      }
    }
    store.send("start")
    await left.wait(for: 2)
    #expect(store.state == ["start", "cancel"])
  }
}
