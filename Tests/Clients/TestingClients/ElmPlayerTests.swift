import ElmEngine
import StoreTesting
import Testing

private func reduce(player: inout Player, action: PlayerAction) -> Effect<PlayerAction> {
  switch action {
  case .load:
    return .task { .loaded([Song(id: 1, title: "a"), Song(id: 2, title: "b")]) }.debounce(id: "load", for: .seconds(1))
  case .loaded(let songs):
    player.songs = songs
    return .none
  case .play(let id):
    player.current = player.songs.first { $0.id == id }
    if id == 9 { return .run(id: "play") { _ in throw Offline() } }
    guard player.current != nil else { return .run(id: "play") { _ in throw PlayerError(code: id) } }
    return .run(id: "play") { send in
      try await EffectClock.current.sleep(for: .seconds(60))
      send(.played)
    }
  case .played:
    for index in player.songs.indices where player.songs[index].id == player.current?.id {
      player.songs[index].plays += 1
    }
    player.current = nil
    return .none
  case .stop:
    player.current = nil
    return .cancel("play")
  case .failed(let error):
    player.error = "\(error.code)"
    return .none
  case .renamed(let id, let title):
    for index in player.songs.indices where player.songs[index].id == id { player.songs[index].title = title }
    return .none
  case .volume(.louder):
    player.volume.level += 1
    return .none
  }
}

@MainActor
@Suite struct ElmPlayerTests {
  private func makeStore() -> TestStore<Store<Player, PlayerAction>, Player> {
    TestStore { Store(initialState: Player(), options: $0, reduce: reduce) }
  }

  @Test func `each step of a test store takes actions, states and errors`() async {
    let store = makeStore()
    await store.send(.load)
    await store.clock.advance(by: .seconds(1))
    await store.receive(.loaded(library)) { $0.songs = library }
    await store.send(.play(1)) { $0.current = library[0] }
    await store.clock.advance(by: .seconds(60))
    await store.receive(.played) {
      $0.songs[0].plays = 1
      $0.current = nil
    }
    await store.send(.load)
    await store.clock.advance(by: .seconds(1))
    await store.receive(unwrapping: { $0.songs }, { $0.songs = $1 })
    await store.send(.load)
    await store.clock.advance(by: .seconds(1))
    await store.receive(where: { $0 == .loaded(library) })
    await store.send(.load)
    await store.clock.advance(by: .seconds(1))
    await store.receive(.loaded([]), by: { ($0.songs != nil) == ($1.songs != nil) })
    await store.send(.play(7))
    await store.receive(error: PlayerError(code: 7))
    await store.send(.play(9))
    await store.receive(error: Offline())
    await store.send(.play(8))
    let error = await store.receive(error: PlayerError.self)
    #expect(error?.code == 8)
    await store.send(.play(1), exhaustivity: .off(showsSkipped: false))
    store.store.launch(.send(.failed(PlayerError(code: 1))))
    await store.receive(.failed(PlayerError(code: 1)), exhaustivity: .off)
    await store.skipReceived()
    await store.finish(ignoring: .runningEffects)
  }

  @Test func `a part of the state is observed, and its scopes are tested`() async throws {
    let store = TestStore {
      $0.volume
    } _: {
      Store(initialState: Player(), options: $0, reduce: reduce)
    }
    await store.send(.volume(.louder)) { $0.level = 6 }
    let volume = store.store.scope(
      Child(\.volume) {
        .volume($0)
      } extract: {
        if case .volume(let action) = $0 { action } else { nil }
      }
    )
    let scope = TestStore(volume)
    await scope.send(.louder) { $0.level = 7 }
    volume.send(.louder)
    await scope.receive(.louder) { $0.level = 8 }
    await scope.finish()
    await store.receive(.volume(.louder), exhaustivity: .off)
    await store.receive(.volume(.louder)) { $0 = Volume(level: 8) }
    await store.finish()
  }

  @Test func `parts, rows and children are found and followed by their equality and their ids`() async throws {
    let store = Store(initialState: Player(songs: library), options: StoreOptions(), reduce: reduce)
    #expect(store.volume == Volume())
    #expect(store.scopes(\.songs) { id, title in .renamed(id, title) }.map(\.title) == ["a", "b"])
    let row = try #require(store.scope(\.songs, element: 1) { (id, title: String) in .renamed(id, title) })
    #expect(store.scopes(\.songs) { $1 }.count == 2)
    #expect(store.scope(\.songs, element: 3) { $1 } == nil)
    row.send("c")
    #expect(row.state == Song(id: 1, title: "c"))
    #expect(store.scope(\.current) { $0 } == nil)
    #expect(store.scope(\.songs.first, action: { (title: String) in .renamed(1, title) })?.title == "c")
    var seen: [Volume] = []
    let subscription = store.scope(\.volume) { $0 }.subscribe { seen.append($0) }
    var values = store.values(of: \.volume).makeAsyncIterator()
    #expect(await values.next() == Volume())
    store.send(.volume(.louder))
    #expect(await values.next() == Volume(level: 6))
    #expect(seen == [Volume(level: 6)])
    subscription.cancel()
    let child = store.child(\.current) { song in
      Store(initialState: song) { (song: inout Song, title: String) in
        song.title = title
        return .none
      }
    } input: { _, _ in
    }
    store.send(.play(2))
    child.store?.send("d")
    #expect(child.store?.state == Song(id: 2, title: "d"))
    store.send(.stop)
    #expect(child.store == nil)
  }
}
