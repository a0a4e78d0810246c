import ReduxBridge

/// The favourite contacts.
///
/// A change counts once it has been saved.
struct Favourites: FeatureType {
  struct State: Equatable, Sendable {
    var ids: Set<Contact.ID> = []
    var failure: String?
  }

  enum Action: Equatable, Sendable {
    case toggled(Contact.ID)
  }

  let service: ContactService

  /// The next change waits until this one has been saved, so none overwrites another.
  func reduce(into state: inout State, action: Action) async {
    switch action {
    case .toggled(let id):
      let changed = state.ids.symmetricDifference([id])
      do {
        try await service.saveFavourites(changed)
        state = State(ids: changed)
      } catch {
        state.failure = "\(error)"
      }
    }
  }
}

typealias FavouritesStore = ReduxBridge.Store<Favourites>
