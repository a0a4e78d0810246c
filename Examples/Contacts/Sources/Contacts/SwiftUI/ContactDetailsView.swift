#if canImport(SwiftUI)
import EffectViewEngine
import ReduxBridge
import SwiftUI

/// A contact, whose card is downloaded while it is on the screen.
struct ContactDetailsView: View {
  @SwiftUI.State private var details: ContactDetails
  private let service: ContactService
  @ObservedObject private var favourites: FavouritesStore

  init(contact: Contact, service: ContactService, favourites: FavouritesStore) {
    _details = SwiftUI.State(initialValue: ContactDetails(contact: contact))
    self.service = service
    self.favourites = favourites
  }

  var body: some View {
    EffectView(
      state: $details,
      initialEvent: .load,
      initialEnv: service,
      update: ContactDetails.update
    ) { details, input in
      VStack(alignment: .leading) {
        Text(details.contact.email)
        switch details.card {
        case .absent:
          Button("Load", action: input(.load))
        case .loading(let part):
          ProgressView(value: part)
          Button("Cancel", action: input(.cancel))
        case .loaded(let card):
          Text(card.phone)
          Text(card.note)
        case .failed(let message):
          Text(message)
          Button("Try again", action: input(.load))
        }
        Button(favourites.state.ids.contains(details.contact.id) ? "Remove from favourites" : "Add to favourites") {
          favourites.send(action: .toggled(details.contact.id))
        }
      }
      .navigationTitle(details.contact.name)
    }
  }
}
#endif
