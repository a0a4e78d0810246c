import ElmEngine
import Testing

private struct Photo: Equatable {
  var title = ""
}

private enum PhotoAction: Sendable {
  case load
  case loaded(String)
}

private let photo = ComposedReducer { (photo: inout Photo, action: PhotoAction) in
  switch action {
  case .load: return .task(id: "load") { .loaded("Swan") }
  case .loaded(let title): photo.title = title
  }
  return .none
}

private enum Sheet: Equatable {
  case photo(Photo)
  case help
}

private struct Gallery: Equatable {
  var sheet: Sheet?
}

private enum GalleryAction: Sendable {
  case help
  case sheet(PhotoAction)
}

private let gallery = ComposedReducer { (gallery: inout Gallery, action: GalleryAction) in
  if case .help = action { gallery.sheet = .help }
  return .none
}
.lifting(
  photo,
  at: Child(\.photo, id: "sheet", embed: GalleryAction.sheet) { action in
    if case .sheet(let action) = action { action } else { nil }
  }
)

extension Gallery {
  var photo: Photo? {
    get { if case .photo(let photo) = sheet { photo } else { nil } }
    set { sheet = newValue.map { .photo($0) } }
  }
}

/// A sample of ElmEngine's page.
@MainActor
@Suite struct ElmPageTests {
  @Test func `a child in a case of an enum is lifted by a property`() async {
    let store = Store(initialState: Gallery(sheet: .photo(Photo())), reducer: gallery)
    await store.send(.sheet(.load)).tree
    #expect(store.sheet == .photo(Photo(title: "Swan")))
    store.send(.sheet(.load))
    store.send(.help)
    #expect(store.runningTaskCount == 0)
  }
}
