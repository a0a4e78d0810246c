import ElmEngine
import ElmOrderedCollections
import OrderedCollections
import StoreTesting
import Testing

// The sample of ElmOrderedCollections' page, as it stands there.

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

private enum AlbumAction: Sendable {
  case delete(Int)
  case photo(Int, PhotoAction)
}

private struct Album: Equatable {
  var photos: OrderedDictionary<Int, Photo> = [:]
}

private let photos = ChildList(\Album.photos, id: "photos", embed: AlbumAction.photo) { action in
  if case .photo(let id, let action) = action { (id, action) } else { nil }
}

private let album = ComposedReducer { (album: inout Album, action: AlbumAction) in
  if case .delete(let id) = action { album.photos[id] = nil }
  return .none
}
.lifting(photo, at: photos)

@MainActor
@Suite struct OrderedLiftingTests {
  @Test func `children in an ordered dictionary keep their order, and depart with their effects`() async {
    let options = StoreOptions(executor: TestExecutor())
    let state = Album(photos: [3: Photo(), 1: Photo(), 2: Photo()])
    let store = Store(initialState: state, options: options, reducer: album)
    for id in 1...3 { store.send(.photo(id, .load)) }
    #expect(store.runningTaskCount == 3)
    store.send(.delete(1))
    #expect(store.runningTaskCount == 2)
    await store.settle()
    #expect(store.state.photos == [3: Photo(title: "Swan"), 2: Photo(title: "Swan")])
  }

  @Test func `an ordered dictionary reads several children, each as often as requested`() {
    let children: OrderedDictionary = [1: "a", 2: "b"]
    var read: [String] = []
    children.readChildren([2, 3, 1, 2]) { place, child in read.append("\(place) \(child)") }
    #expect(read == ["0 b", "2 a", "3 b"])
  }
}
