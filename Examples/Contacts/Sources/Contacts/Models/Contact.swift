import Foundation

/// A contact, as the list shows it.
struct Contact: Identifiable, Hashable, Codable, Sendable {
  let id: Int
  var name: String
  var email: String

  /// Whether a text is part of the name or the address.
  func matches(_ query: String) -> Bool {
    [name, email].contains { $0.range(of: query, options: [.caseInsensitive, .diacriticInsensitive]) != nil }
  }
}

/// The part of a contact that is downloaded when the contact is opened.
struct ContactCard: Hashable, Sendable {
  var phone: String
  var note: String
}
