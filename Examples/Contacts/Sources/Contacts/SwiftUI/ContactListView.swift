#if canImport(SwiftUI)
import ElmEngine
import FeatureEngine
import ReduxBridge
import SwiftUI

/// The list, its search field and the sync.
struct ContactListView: View {
  let model: ContactsModel

  var body: some View {
    // The binding reads the whole state: this body is evaluated after each action, and the rows' body is not.
    ContactRows(model: model)
      .searchable(text: model.list.binding(\.query) { .typed($0) })
      .navigationTitle("Contacts")
      .navigationDestination(for: Contact.self) { contact in
        ContactDetailsView(contact: contact, model: model)
      }
      .toolbar {
        UndoButton(list: model.list)
        SyncButton(sync: model.sync)
      }
      .refreshable { await model.sync.send(.sync).value }
      .task { model.sync.send(.sync) }
  }
}

/// The rows: drawn again when contacts are added, removed or moved; a single row when its own contact has changed.
struct ContactRows: View {
  let model: ContactsModel

  var body: some View {
    List(model.list.scopes(\.visible) { _, action in action }) { contact in
      ContactRow(contact: contact, list: model.list, favourites: model.favourites)
    }
  }
}

/// A contact in the list.
struct ContactRow: View {
  let contact: ScopedStore<Contact, ContactListAction>
  let list: ContactListStore
  @ObservedObject var favourites: FavouritesStore

  var body: some View {
    NavigationLink(value: contact.state) {
      HStack {
        Text(contact.name)
        if favourites.state.ids.contains(contact.id) { Image(systemName: "star.fill") }
        if let phone = list.phones[contact.id] { Text(phone) }
      }
    }
    .swipeActions {
      Button("Remove", role: .destructive) { contact.send(.removed(contact.id)) }
    }
  }
}

/// A button that brings back the contact that was removed last, as long as the server has it.
struct UndoButton: View {
  let list: ContactListStore

  var body: some View {
    Button("Undo") { list.send(.undo) }
      .disabled(!list.removals.canUndo)
  }
}

/// A button that starts a sync, or cancels the one that runs.
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
