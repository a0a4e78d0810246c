import ElmEngine
import FeatureEngine
import ReduxBridge

/// The stores that last as long as the app, and the publisher that chains two of them.
///
/// The details of a contact are not among these: their host lives with their view.
@MainActor
final class ContactsModel {
  let list: ContactListStore
  let sync: ContactSyncStore
  let favourites: FavouritesStore
  let service: ContactService

  init(service: ContactService, options: StoreOptions = StoreOptions()) {
    self.service = service
    list = ContactList.makeStore(options: options)
    sync = ContactSyncStore(
      initialState: ContactSync.State(),
      feature: ContactSync(service: service),
      options: options
    )
    favourites = FavouritesStore(
      feature: Favourites(service: service),
      initialState: Favourites.State(),
      options: options
    )
    list.subscribe(to: sync.publisher(for: \.contacts).dropFirst(), options: EffectOptions(id: "contacts")) {
      .contactsChanged($0)
    }
  }
}
