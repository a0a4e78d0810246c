import ReduxBridge
import StoreTesting
import Testing

struct ReduxPlayer: FeatureType {
  typealias State = Player
  typealias Action = PlayerAction

  func reduce(into state: inout Player, action: PlayerAction) async {
    switch action {
    case .loaded(let songs): state.songs = songs
    case .play(let id): state.current = state.songs.first { $0.id == id }
    case .played, .stop: state.current = nil
    case .volume(.louder): state.volume.level += 1
    case .failed(let error): state.error = "\(error.code)"
    case .renamed(let id, let title):
      for index in state.songs.indices where state.songs[index].id == id { state.songs[index].title = title }
    case .load: break
    }
  }

  func effect(of action: PlayerAction, state: Player) -> EffectProgram<PlayerAction> {
    switch action {
    case .load:
      .task(EffectOptions(id: "load")) {
        try await EffectClock.current.sleep(for: .seconds(1))
        return .loaded([Song(id: 1, title: "a"), Song(id: 2, title: "b")])
      }
    case .play(let id):
      state.current == nil ? .task(EffectOptions(id: "play")) { throw PlayerError(code: id) } : .send(.played)
    default: .none
    }
  }
}

@MainActor
@Suite struct ReduxPlayerTests {
  @Test func `each step of a test store takes actions, states and errors`() async {
    let store = TestStore { Store(feature: ReduxPlayer(), initialState: Player(), options: $0) }
    await store.send(.load)
    await store.clock.advance(by: .seconds(1))
    await store.receive(.loaded(library)) { $0.songs = library }
    await store.send(.play(1)) { $0.current = library[0] }
    await store.receive(.played) { $0.current = nil }
    await store.send(.play(7))
    await store.receive(error: PlayerError(code: 7))
    await store.finish()
  }

  @Test func `publishers and scopes compare parts`() async {
    let store = Store(feature: ReduxPlayer(), initialState: Player(songs: library))
    var seen: [Volume] = []
    let subscription = store.publisher(for: \.volume).sink { seen.append($0) }
    var states: [Player] = []
    let other = store.publisher.sink { states.append($0) }
    await store.perform(.volume(.louder))
    await store.perform(.stop)
    #expect(seen == [Volume(), Volume(level: 6)])
    #expect(states.last == Player(songs: library, volume: Volume(level: 6)))
    let rows = store.scopes(\.songs) { (id, title: String) in .renamed(id, title) }
    await rows[0].perform("c")
    #expect(store.songs[0] == Song(id: 1, title: "c"))
    let volume = await store.perform(.volume(.louder), returning: \.volume)
    #expect(volume == Volume(level: 7))
    subscription.cancel()
    other.cancel()
  }
}
