import ElmEngine
import StoreTesting
import Testing

// The samples of ElmEngine's page about wrapping a reducer, as they stand there.

private struct Photo: Equatable {
  var title = ""
}

private enum PhotoAction: Sendable {
  case load
  case loaded(String)
}

private let photo = ComposedReducer { (photo: inout Photo, action: PhotoAction) in
  switch action {
  case .load:
    return .task { .loaded("Swan") }
  case .loaded(let title):
    photo.title = title
    return .none
  }
}

private struct Album {
  var photos: [Int: Photo] = [:]
  var deleted: [(id: Int, photo: Photo)] = []
}

private enum AlbumAction: Sendable {
  case delete(Int)
  case undo
  case photo(Int, PhotoAction)
}

private let photos = ChildList(\Album.photos, id: "photos", embed: AlbumAction.photo) { action in
  if case .photo(let id, let action) = action { (id, action) } else { nil }
}

private let album = ComposedReducer { (album: inout Album, action: AlbumAction) in
  if case .delete(let id) = action { album.photos[id] = nil }
  return .none
}
.lifting(photo, at: photos)

private let undoable = album.wrapping { album, action, inner in
  switch action {
  case .undo:
    guard let last = album.deleted.popLast() else { return .none }
    album.photos[last.id] = last.photo
    return .none
  case .delete(let id):
    guard let photo = album.photos[id] else { return .none }
    let effect = inner(&album, action)
    album.deleted.append((id, photo))
    return effect
  default:
    return inner(&album, action)
  }
}

@MainActor
@Suite struct WrappingSampleTests {
  @Test func `the sample of a reducer with undo`() async {
    let store = Store(
      initialState: Album(photos: [1: Photo(), 2: Photo()]),
      options: StoreOptions(executor: TestExecutor()),
      reducer: undoable
    )
    store.send(.photo(1, .load))
    store.send(.delete(1))
    #expect(store.runningTaskCount == 0)
    store.send(.undo)
    store.send(.undo)
    store.send(.photo(2, .load))
    await store.settle()
    #expect(store.state.photos == [1: Photo(), 2: Photo(title: "Swan")])
  }

  @Test func `the sample of a reducer in a unit test`() throws {
    var album = Album(photos: [1: Photo()])
    _ = try undoable.reduce(&album, .delete(1))
    #expect(album.photos.isEmpty)
    #expect(throws: AbsentChildError.self) { try undoable.reduce(&album, .photo(1, .load)) }
  }
}
