import EffectViewEngine

/// A contact on a screen of its own, and the download of its card.
struct ContactDetails: Equatable, Sendable {
  enum Card: Equatable, Sendable {
    case absent
    case loading(Double)
    case loaded(ContactCard)
    case failed(String)
  }

  var contact: Contact
  var card = Card.absent
}

enum ContactDetailsEvent: Equatable, Sendable {
  /// The list has another name or address for the contact.
  case contactChanged(Contact)
  case load
  case cancel
  case progressed(Double)
  case loaded(ContactCard)
  case failed(String)
}

extension ContactDetails {
  @MainActor
  static func update(
    state: inout ContactDetails,
    event: ContactDetailsEvent
  ) -> Effect<ContactDetailsEvent, ContactService>? {
    switch event {
    case .contactChanged(let contact):
      state.contact = contact
    case .load:
      state.card = .loading(0)
      return .download(state.contact.id)
    case .cancel:
      state.card = .absent
      return .cancel("card")
    case .progressed(let part):
      state.card = .loading(part)
    case .loaded(let card):
      state.card = .loaded(card)
    case .failed(let message):
      state.card = .failed(message)
    }
    return nil
  }
}

typealias ContactDetailsHost = EffectHost<ContactDetails, ContactDetailsEvent, ContactService>

extension Effect where Event == ContactDetailsEvent, Env == ContactService {
  /// A download that is requested again begins anew.
  fileprivate static func download(_ id: Contact.ID) -> Self {
    .throwingTask(name: "card") { input, service in
      for try await piece in service.card(id) {
        switch piece {
        case .progress(let part): input(.progressed(part))
        case .card(let card): input(.loaded(card))
        }
      }
    }
    .catch { .failed("\($0)") }
  }
}
