import FeatureEngine
import StoreTesting
import Testing

struct PlayerFeature: Feature {
  @Observable
  final class State {
    var songs: [Song] = []
    var current: Song?
    var volume = Volume()
  }

  func handle() -> ActionHandler<PlayerAction, State> {
    ActionHandler { action, state in
      switch action {
      case .load:
        return .run(id: "load") { state in
          try await EffectClock.current.sleep(for: .seconds(1))
          state.songs = [Song(id: 1, title: "a"), Song(id: 2, title: "b")]
        }
      case .play(let id):
        state.current = state.songs.first { $0.id == id }
        guard state.current != nil else { return .run(id: "play") { _ in throw PlayerError(code: id) } }
        return .send(.played)
      case .played, .stop:
        state.current = nil
      case .volume(.louder):
        state.volume.level += 1
      case .loaded, .failed, .renamed:
        break
      }
      return .none
    }
  }
}

@MainActor
@Suite struct FeaturePlayerTests {
  @Test func `each step of a test store takes actions, snapshots and errors`() async {
    let store = TestStore {
      Player(songs: $0.songs, current: $0.current, volume: $0.volume)
    } _: {
      Store(initialState: PlayerFeature.State(), feature: PlayerFeature(), options: $0)
    }
    await store.send(.load)
    await store.clock.advance(by: .seconds(1))
    await store.expectChange { $0.songs = library }
    await store.send(.play(1)) { $0.current = library[0] }
    await store.receive(.played) { $0.current = nil }
    await store.send(.play(7))
    await store.receive(error: PlayerError(code: 7))
    await store.finish()
  }

  @Test func `parts of the state are read, compared and followed`() async {
    let store = Store(initialState: PlayerFeature.State(), feature: PlayerFeature())
    var values = store.values(of: \.volume).makeAsyncIterator()
    #expect(await values.next() == Volume())
    store.send(.volume(.louder))
    #expect(await values.next() == Volume(level: 6))
    let observed = ObservedValues { store.state.volume.level }
    for await level in observed {
      #expect(level == 6)
      break
    }
    let volumes = ObservedValues { store.state.volume }
    for await volume in volumes {
      #expect(volume == Volume(level: 6))
      break
    }
    let child = store.child(\.current) { song in
      Store(initialState: PlayerFeature.State(), feature: PlayerFeature())
    } input: { _, _ in
    } output: { action, state in
      action == .stop ? .stop : nil
    }
    #expect(child.store == nil)
  }
}
