import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreDatabase

/// The stores of the app, the publisher that chains two of them, and the child of one.
///
/// The details of a contact exist while it is open in the list: their download ends when it is closed.
@MainActor
final class ContactsModel {
  let list: ContactListStore
  let sync: ContactSyncStore
  let favourites: FavouritesStore
  let details: ChildStore<ContactDetailsHost>
  /// The saving of the contacts, if they are kept.
  let saving: Persistence?

  /// The contacts are kept in the storage, each in a row; without one they are not.
  init(service: ContactService, storage: DatabaseStorage? = nil, options: StoreOptions = StoreOptions()) {
    let loaded = storage.map { SavedRows("contacts", Contact.self).load(from: $0) }
    list = ContactList.makeStore(loaded?.rows ?? [], service: service, options: options)
    saving = loaded.map { [list] in list.persist(\.contacts, as: $0) { .keepingFailed("\($0)") } }
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
    details = list.child(\.opened) { contact in
      let host = ContactDetailsHost(
        state: ContactDetails(contact: contact),
        initialEvent: .load,
        initialEnv: service,
        options: options,
        update: ContactDetails.update
      )
      host.appear()
      return host
    } input: { contact, details in
      details.send(.contactChanged(contact))
    } output: { event, details in
      if case .loaded(let card) = event { .phoneFound(details.contact.id, card.phone) } else { nil }
    }
  }
}
