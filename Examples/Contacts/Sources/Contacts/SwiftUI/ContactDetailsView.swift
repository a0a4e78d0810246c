#if canImport(SwiftUI)
import EffectViewEngine
import ElmEngine
import ReduxBridge
import SwiftUI

/// A contact, whose card is downloaded while it is on the screen.
struct ContactDetailsView: View {
  let id: Contact.ID
  let model: ContactsModel

  var body: some View {
    VStack(alignment: .leading) {
      if let details = model.details.store { CardView(details: details) }
      FavouriteButton(id: id, favourites: model.favourites)
      Button("Edit", action: model.list.send(.edit(id)))
    }
    .sheet(item: model.list.presented(ContactList.sheet, dismiss: .editorClosed)) { editor in
      ContactEditorView(editor: editor)
    }
    // Read from the list: a sync may change it.
    .navigationTitle(model.list.contacts.first { $0.id == id }?.name ?? "")
    .onAppear { model.list.send(.opened(id)) }
    // The next one may have appeared by then.
    .onDisappear { model.list.send(.closed(id)) }
  }
}

/// The address of a contact, and its card or the download of it.
struct CardView: View {
  let details: ContactDetailsHost

  var body: some View {
    Text(details.contact.email)
    switch details.card {
    case .absent:
      Button("Load", action: details.input(.load))
    case .loading(let part):
      ProgressView(value: part)
      Button("Cancel", action: details.input(.cancel))
    case .loaded(let card):
      Text(card.phone)
      Text(card.note)
    case .failed(let message):
      Text(message)
      Button("Try again", action: details.input(.load))
    }
  }
}

/// A button that makes a contact a favourite, or ends that.
struct FavouriteButton: View {
  let id: Contact.ID
  @ObservedObject var favourites: FavouritesStore

  var body: some View {
    Button(favourites.state.ids.contains(id) ? "Remove from favourites" : "Add to favourites") {
      favourites.send(action: .toggled(id))
    }
  }
}
#endif
