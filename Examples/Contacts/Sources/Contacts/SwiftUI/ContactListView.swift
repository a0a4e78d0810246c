#if canImport(SwiftUI)
import ElmEngine
import FeatureEngine
import ReduxBridge
import SwiftUI

/// The list, its search field and the sync.
struct ContactListView: View {
  let model: ContactsModel
  @ObservedObject private var favourites: FavouritesStore

  init(model: ContactsModel) {
    self.model = model
    favourites = model.favourites
  }

  var body: some View {
    List(model.list.state.visible) { contact in
      NavigationLink(value: contact) {
        HStack {
          Text(contact.name)
          if favourites.state.ids.contains(contact.id) { Image(systemName: "star.fill") }
        }
      }
    }
    .searchable(text: model.list.binding(\.query) { .typed($0) })
    .navigationTitle("Contacts")
    .navigationDestination(for: Contact.self) { contact in
      ContactDetailsView(contact: contact, service: model.service, favourites: favourites)
    }
    .toolbar { SyncButton(sync: model.sync) }
    .refreshable { await model.sync.send(.sync).value }
    .task { model.sync.send(.sync) }
  }
}

/// Starts a sync, or cancels the one that runs.
struct SyncButton: View {
  let sync: ContactSyncStore

  var body: some View {
    switch sync.state.phase {
    case .syncing: Button("Cancel") { sync.send(.cancel) }
    case .idle, .synced: Button("Sync") { sync.send(.sync) }
    case .failed(let message): Button("Sync failed: \(message)") { sync.send(.sync) }
    }
  }
}
#endif
