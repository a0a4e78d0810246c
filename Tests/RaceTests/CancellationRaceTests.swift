import StoreCore
import StoreTesting
import Synchronization
import Testing
import _StoreTestSupport

/// Effects end, send and are cancelled at the same time.
///
/// Run under the thread sanitizer too.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(60))) struct CancellationRaceTests {
  @Test func `handles cancelled from other threads stop what they cancel`() async {
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in
      guard action >= 0 else { return .none }
      return .sequence([
        .run { send in
          send(-1)
          await send.perform(-2)
        }.onCancel { -3 },
        .task { -4 },
      ])
    }
    for round in 0..<500 {
      let handle = store.send(round)
      let canceller = Task { @concurrent in handle.cancel() }
      await handle.tree
      await canceller.value
      #expect(handle.isFinished)
    }
    await store.settle()
    #expect(store.runningTaskCount == 0)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `after a cancel on the main actor nothing is handled, however the effect races`() async {
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in
      guard action == 0 else { return .none }
      return .run(EffectOptions(id: "work")) { send in
        for _ in 0..<20 { send(1) }
      }
    }
    for round in 0..<500 {
      store.send(0)
      if round.isMultiple(of: 3) { await Task { @concurrent in }.value }
      store.cancel(.id("work"))
      let handled = store.state.count
      #expect(!store.isTaskRunning(id: "work"))
      await Task { @concurrent in }.value
      store.send(2)
      #expect(store.state.count == handled + 1)
    }
  }

  @Test func `restarts and ends of one name leave the registry consistent`() async {
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in
      action < 0 ? .none : .task(EffectOptions(id: action % 3)) { -1 }
    }
    for number in 0..<3_000 {
      store.send(number)
      #expect(store.runningTaskCount <= 3)
    }
    await store.settle()
    #expect(store.runningTaskCount == 0)
    for id in 0..<3 { #expect(!store.isTaskRunning(id: id)) }
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `waiters and ends race without a hang`() async {
    let store = ScriptStore { (action: Int) -> EffectProgram<Int> in action < 0 ? .none : .task { -1 } }
    for number in 0..<300 {
      let handle = store.send(number)
      let waiters = (0..<4).map { index in
        Task { @concurrent in
          if index == 3 { withUnsafeCurrentTask { $0?.cancel() } }
          await (index.isMultiple(of: 2) ? handle.value : handle.tree)
        }
      }
      for waiter in waiters { await waiter.value }
    }
    await store.settle()
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `streams keep their order under load`() async {
    let store = ScriptStore((Int, Int).self)
    let programs = (0..<4).map { stream in
      EffectProgram.stream(
        AsyncStream<(Int, Int)> { continuation in
          let producer = Task.detached {
            for number in 0..<2_000 { continuation.yield((stream, number)) }
            continuation.finish()
          }
          continuation.onTermination = { _ in producer.cancel() }
        }
      )
    }
    await store.launch(.merge(programs)).value
    let state = store.state
    #expect(state.count == 8_000)
    for stream in 0..<4 {
      #expect(state.filter { $0.0 == stream }.map(\.1) == Array(0..<2_000))
    }
  }

  @Test func `stores that are deallocated while their effects end leave nothing running`() async {
    let running = Counter()
    for round in 0...200 {
      let begun = Counter()
      var store: ScriptStore<Int>? = ScriptStore { action in
        guard action == 0 else { return .none }
        return .merge(
          (0..<5).map { _ in
            .run { send in
              begun.add()
              running.add()
              defer { running.add(-1) }
              send(1)
              try await untilCancelled()
            }
          }
        )
      }
      store?.send(0)
      // The other stores go before their effects begin, or while they do.
      if round.isMultiple(of: 2) { await begun.wait(for: 5) }
      store = nil
    }
    await running.wait(for: 0)
  }

  @Test(arguments: ["the store goes", "the store stays idle"])
  func `cancelled effects that end together are all released`(how: String) async {
    final class Resource: Sendable {
      let released: Counter
      init(_ released: Counter) { self.released = released }
      deinit { released.add() }
    }
    let released = Counter()
    let running = Counter()
    let count = 3_000
    for round in 1...4 {
      var store: ScriptStore<Int>? = ScriptStore(Int.self)
      let programs = (0..<count).map { _ in
        let resource = Resource(released)
        return EffectProgram<Int>.task {
          defer { withExtendedLifetime(resource) {} }
          running.add()
          try await untilCancelled()
        }
      }
      for program in programs { store?.launch(program) }
      // All of them are suspended: they end while the rest is being cancelled.
      await running.wait(for: round * count)
      if how == "the store goes" { store = nil } else { store?.cancel(.all) }
      withExtendedLifetime(programs) {}
      _ = consume programs
      await released.wait(for: round * count)
      withExtendedLifetime(store) {}
    }
  }

  @Test func `an answer to a cancel is sent although the effect ends at the same time`() async {
    let spins = Counter()
    let gates = (0..<300).map { _ in Gate() }
    let store = ScriptStore { (action: [Int]) -> EffectProgram<[Int]> in
      guard action.count == 2 else { return .none }
      return .task(EffectOptions(id: "work")) {
        await gates[action[1]].pass()
        spins.add()
        while !Task.isCancelled {}
        return [1, 2, 3]
      }
      .onCancel { [4] }
    }
    for (round, gate) in gates.enumerated() {
      store.send([0, round])
      await gate.waitForArrivals(1)
      gate.open()
      // It spins no longer than that: with one core, the effect cannot begin before.
      let end = ContinuousClock.now + .milliseconds(1)
      while spins.value <= round, ContinuousClock.now < end {}
      store.cancel(.id("work"))
    }
    await store.settle()
    #expect(store.state.filter { $0 == [4] }.count == 300)
    #expect(!store.state.contains([1, 2, 3]))
  }

  @Test func `runs that end while the registry is in use drain`() async {
    final class Drains: RuntimeObserver {
      let count = Counter()
      func receive(_ event: RuntimeEvent) {
        if case .effectDrained = event.kind { count.add() }
      }
    }
    let drains = Drains()
    let store = ScriptStore(options: StoreOptions(observers: [drains])) { (action: Int) -> EffectProgram<Int> in
      .task(EffectOptions(id: "work")) { try await untilCancelled() }
    }
    for number in 0..<5_000 { store.send(number) }
    store.cancel(.all)
    await drains.count.wait(for: 5_000)
    #expect(store.runtime.drainingEffects.isEmpty)
  }
}
