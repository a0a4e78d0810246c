import EffectViewEngine
import Observation
import StoreTesting
import Testing

struct PlayerEnv {
  let session: Session
}

@Observable
final class Session {
  var volume = Volume()
  var level: Int { volume.level }
}

func update(player: inout Player, event: PlayerAction) -> Effect<PlayerAction, PlayerEnv>? {
  switch event {
  case .load:
    return .throwingTask(name: "load") { input, env in
      try await EffectClock.current.sleep(for: .seconds(1))
      input(.loaded([Song(id: 1, title: "a"), Song(id: 2, title: "b")]))
    }
  case .loaded(let songs):
    player.songs = songs
  case .play(let id):
    player.current = player.songs.first { $0.id == id }
    guard player.current != nil else { return .throwingTask(name: "play") { _, _ in throw PlayerError(code: id) } }
    return .event(.played)
  case .played, .stop:
    player.current = nil
  case .volume(.louder):
    return .observe(id: "volume") {
      $0.session.volume
    } event: { _ in
      .played
    }
  case .failed(let error):
    player.error = "\(error.code)"
  case .renamed(let id, let title):
    for index in player.songs.indices where player.songs[index].id == id { player.songs[index].title = title }
  }
  return nil
}

@MainActor
@Suite struct EffectViewPlayerTests {
  private let session = Session()

  private func makeStore() -> TestStore<EffectHost<Player, PlayerAction, PlayerEnv>, Player> {
    TestStore { [session] in
      let host = EffectHost(state: Player(), initialEnv: PlayerEnv(session: session), options: $0, update: update)
      host.appear()
      return host
    }
  }

  @Test func `each step of a test store takes events, states and errors`() async {
    let store = makeStore()
    await store.send(.load)
    await store.clock.advance(by: .seconds(1))
    await store.receive(.loaded(library)) { $0.songs = library }
    await store.send(.play(1)) { $0.current = library[0] }
    await store.receive(.played) { $0.current = nil }
    await store.send(.play(7))
    await store.receive(error: PlayerError(code: 7))
    await store.finish()
  }

  @Test func `an observed value comes when it differs`() async {
    let store = makeStore()
    await store.send(.volume(.louder))
    await store.receive(.played)
    session.volume = Volume(level: 5)
    await store.store.settle()
    session.volume = Volume(level: 6)
    await store.store.settle()
    await store.receive(.played)
    await store.finish(ignoring: .runningEffects)
  }

  @Test func `rows are found by their ids`() {
    let store = makeStore().store
    store.send(.loaded(library))
    let rows = store.scopes(\.songs) { (id, title: String) in .renamed(id, title) }
    rows[0].send("c")
    #expect(store.songs[0] == Song(id: 1, title: "c"))
  }
}
