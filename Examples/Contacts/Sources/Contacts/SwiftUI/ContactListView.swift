#if canImport(SwiftUI)
import ElmEngine
import FeatureEngine
import ReduxBridge
import SwiftUI

/// The list, its search field and the sync.
struct ContactListView: View {
  let model: ContactsModel
  @Environment(\.scenePhase) private var phase

  var body: some View {
    // The binding reads the whole state: this body is evaluated after each action, and the rows' body is not.
    ContactRows(model: model)
      .searchable(text: model.list.binding(\.query) { .typed($0) })
      .navigationTitle("Contacts")
      .navigationDestination(for: Contact.ID.self) { id in
        ContactDetailsView(id: id, model: model)
      }
      .toolbar {
        UndoButton(list: model.list)
        SyncButton(sync: model.sync)
      }
      // In a task of its own: SwiftUI may cancel that of a refresh when the body is evaluated again.
      .alert(
        "Not done",
        isPresented: model.list.isPresented(\.failure, dismiss: .failureRead),
        presenting: model.list.failure
      ) { _ in
        Button("OK") {}
      } message: { failure in
        Text(failure)
      }
      .refreshable { await Task { await model.sync.send(.sync).value }.value }
      // At the start, and when the user comes back.
      .onChange(of: phase, initial: true) {
        if phase == .active { model.sync.send(.sync) }
      }
  }
}

/// The rows: evaluated again when contacts are added, removed or moved.
struct ContactRows: View {
  let model: ContactsModel

  var body: some View {
    List(model.list.scopes(\.visible) { _, action in action }) { contact in
      ContactRow(contact: contact, list: model.list, favourites: model.favourites)
    }
  }
}

/// A contact in the list: evaluated again when it, the phone numbers or the favourites have changed, and not when another
/// contact has.
struct ContactRow: View {
  let contact: ScopedStore<Contact, ContactListAction>
  let list: ContactListStore
  @ObservedObject var favourites: FavouritesStore

  var body: some View {
    // The id, not the contact: a value that is kept in a path does not follow the state.
    NavigationLink(value: contact.id) {
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
