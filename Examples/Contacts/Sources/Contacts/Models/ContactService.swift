/// The app's access to its server and its disk.
struct ContactService: Sendable {
  /// A piece of a download.
  enum Download: Sendable {
    /// The part that has come, from 0 to 1.
    case progress(Double)
    case card(ContactCard)
  }

  /// Gets all contacts.
  var contacts: @Sendable () async throws -> [Contact]
  /// Downloads a contact's card; the last element is the card.
  var card: @Sendable (Contact.ID) -> AsyncThrowingStream<Download, any Error>
  /// Saves a contact that has changed.
  var save: @Sendable (Contact) async throws -> Void
  /// Removes contacts for good.
  var remove: @Sendable (Set<Contact.ID>) async throws -> Void
  /// Saves which contacts are favourites.
  var saveFavourites: @Sendable (Set<Contact.ID>) async throws -> Void
}
