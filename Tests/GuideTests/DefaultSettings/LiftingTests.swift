import ElmEngine
import StoreTesting
import Testing

// The sample of ElmEngine's page about features made of features, as it stands there.

private struct Photo: Equatable {
  var title = ""
  var isLoading = false
}

private enum PhotoAction: Sendable {
  case load
  case loaded(String)
}

private let service = TitleService()

private func fetchTitle() async throws -> String {
  await service.fetch()
}

private let photo = ComposedReducer { (photo: inout Photo, action: PhotoAction) in
  switch action {
  case .load:
    photo.isLoading = true
    return .cancellable({ .loaded(try await fetchTitle()) }, "load")
  case .loaded(let title):
    photo = Photo(title: title)
    return .none
  }
}

private struct Album: Equatable {
  var photos: [Int: Photo] = [:]
  var cover: Photo?
}

private enum AlbumAction: Sendable {
  case delete(Int)
  case photo(Int, PhotoAction)
  case cover(PhotoAction)
}

private let photos = ChildList(\Album.photos, id: "photos", embed: AlbumAction.photo) { action in
  if case .photo(let id, let action) = action { (id, action) } else { nil }
}

private let cover = Child(\Album.cover, id: "cover", embed: AlbumAction.cover) { action in
  if case .cover(let action) = action { action } else { nil }
}

private let album = ComposedReducer { (album: inout Album, action: AlbumAction) in
  if case .delete(let id) = action { album.photos[id] = nil }
  return .none
}
.lifting(photo, at: photos)
.lifting(photo, at: cover)

/// Gives titles away in order, once they may be had.
private actor TitleService {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func fetch() async -> String {
    if !isOpen {
      await withCheckedContinuation { waiting.append($0) }
    }
    return "Swan"
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

@MainActor
@Suite struct LiftingTests {
  @Test func `the sample of features made of features`() async {
    let store = Store(initialState: Album(photos: [1: Photo(), 2: Photo()]), reducer: album)
    store.send(.photo(1, .load))
    store.send(.photo(2, .load))  // another "load": each photo has its own
    store.send(.delete(1))  // the first one is cancelled when this returns

    #expect(store.runningTaskCount == 1)
    #expect(store.isTaskRunning(id: EffectID("load").scoped(to: photos.scope(of: 2))))
    await service.open()
    await store.settle()
    #expect(store.state == Album(photos: [2: Photo(title: "Swan")]))

    store.send(.photo(2, .load))
    store.cancel(.scope("photos"))
    #expect(store.runningTaskCount == 0)
    await store.settle()
    #expect(store.state == Album(photos: [2: Photo(title: "Swan", isLoading: true)]))
  }
}
