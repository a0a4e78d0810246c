// Only Apple's tools expand this macro, so no check elsewhere compiles this file.
#if canImport(SwiftUI) && canImport(DeveloperToolsSupport)
import EffectViewEngine
import SwiftUI

#Preview("Contacts") {
  NavigationStack {
    ContactListView(model: ContactsModel(service: .sample))
  }
}

#Preview("A card that could not be loaded") {
  let contact = Contact(id: 1, name: "Ada Lovelace", email: "ada@example.org")
  CardView(
    details: ContactDetailsHost(
      state: ContactDetails(contact: contact, card: .failed("The server cannot be reached.")),
      initialEnv: .sample,
      update: ContactDetails.update
    )
  )
}
#endif
