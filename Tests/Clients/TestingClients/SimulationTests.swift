import EffectViewEngine
import ElmEngine
import StoreSimulation
import Testing

private func reduce(player: inout Player, action: PlayerAction) -> ElmEngine.Effect<PlayerAction> {
  switch action {
  case .load: return .task { .loaded([Song(id: 1, title: "a"), Song(id: 2, title: "b")]) }
  case .loaded(let songs): player.songs = songs
  case .volume(.louder): player.volume.level += 1
  default: break
  }
  return .none
}

private func update(player: inout Player, event: PlayerAction) -> EffectViewEngine.Effect<PlayerAction, Void>? {
  switch event {
  case .load: return .task { input, _ in input(.loaded([Song(id: 1, title: "a"), Song(id: 2, title: "b")])) }
  case .loaded(let songs): player.songs = songs
  case .volume(.louder): player.volume.level += 1
  default: break
  }
  return nil
}

@MainActor
@Suite struct SimulationTests {
  @Test func `the outcomes of schedules are states, also of replays`() async {
    let exploration = await exploreSchedules(seeds: 0..<10, time: .latency(0...2)) { bench in
      let store = Store(initialState: Player(), options: bench.options, reduce: reduce)
      bench.always(store, "two songs at most") { $0.songs.count <= 2 }
      bench.finally(store, "they have come") { $0.songs == library }
      await bench.step("loads") { store.send(.load) }
      await bench.clock.runUntilIdle()
      return store.state
    }
    #expect(exploration.agrees, "\(exploration)")
    let replay = await replaySchedule([]) { bench in
      let store = Store(initialState: Player(), options: bench.options, reduce: reduce)
      store.send(.load)
      await bench.clock.runUntilIdle()
      return store.state.songs
    }
    #expect(replay.failure == nil)
    let silent = await exploreSchedules(seeds: 0..<2) { bench in
      let store = Store(initialState: Player(), options: bench.options, reduce: reduce)
      store.send(.load)
    }
    #expect(silent.failure == nil)
  }

  @Test func `engines are compared by their states, with actions as commands`() async {
    let scenario = Scenario("songs", steps: [.at(.zero, PlayerAction.load), .at(.seconds(1), .volume(.louder))])
    let comparison = await compareEngines(
      scenario,
      on: [
        ComparedEngine(
          "elm",
          makeStore: { Store(initialState: Player(), options: $0, reduce: reduce) },
          perform: { $0.send($1) },
          observe: { $0 }
        ),
        ComparedEngine(
          "effectview",
          makeStore: {
            let host = EffectHost(state: Player(), options: $0, update: update)
            host.appear()
            return host
          },
          perform: { $0.send($1) },
          observe: { $0 }
        ),
      ]
    )
    #expect(comparison.agrees, "\(comparison)")
  }
}
