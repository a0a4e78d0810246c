import ElmEngine
import StoreTesting
import Testing

// Features of features, and undo.

struct Album: Equatable {
  var songs: [Song] = []
  var open: Song?
  var title = Title()
  var history = History<Title>()
}

struct Title: Equatable {
  var text = ""
}

enum SongAction: Equatable {
  case play, played
}

enum AlbumAction: Equatable {
  case song(Int, SongAction)
  case open(SongAction)
  case titled(Title)
  case remove(Int)
  case undo

  var isUndo: Bool { self == .undo }
}

let song = ComposedReducer { (song: inout Song, action: SongAction) in
  switch action {
  case .play: return .task { .played }
  case .played:
    song.plays += 1
    return .none
  }
}

let songs = ChildList(\Album.songs, id: "songs", embed: AlbumAction.song) { action in
  if case .song(let id, let action) = action { (id, action) } else { nil }
}

let open = Child(\Album.open, id: "open", embed: AlbumAction.open) { action in
  if case .open(let action) = action { action } else { nil }
}

let album = ComposedReducer { (album: inout Album, action: AlbumAction) in
  switch action {
  case .titled(let title): album.title = title
  case .remove(let id): album.songs.removeAll { $0.id == id }
  case .song, .open, .undo: break
  }
  return .none
}
.lifting(song, at: songs)
.lifting(song, at: open)
.undoable(\.title, history: \.history) { (action: AlbumAction) in
  switch action {
  case .titled: .record
  case .undo: .undo
  default: .ignore
  }
}

@MainActor
@Suite struct AlbumTests {
  @Test func `children, their scopes and a history take the types of the app`() async throws {
    let store = TestStore {
      Store(initialState: Album(songs: library, open: Song(id: 3)), options: $0, reducer: album)
    }
    await store.send(.song(1, .play))
    await store.receive(.song(1, .played)) { $0.songs[0].plays = 1 }
    await store.send(.open(.play))
    await store.receive(.open(.played)) { $0.open?.plays = 1 }
    let opened = try #require(store.store.scope(open))
    #expect(opened.state == Song(id: 3, plays: 1))
    #expect(store.store.scopes(songs).map(\.plays) == [1, 0])
    store.exhaustivity = .off
    await store.send(.titled(Title(text: "a")))
    await store.send(.undo) { $0.title = Title() }
    #expect(store.store.state.history == store.store.history)
    await store.send(.remove(1)) { $0.songs = [library[1]] }
    await store.finish()
  }
}
