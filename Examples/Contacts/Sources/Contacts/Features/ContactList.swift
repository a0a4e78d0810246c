import ElmEngine

/// The list of contacts, the search in it, and which of them is looked at.
struct ContactList: Equatable, Sendable {
  var contacts: [Contact] = []
  var query = ""
  /// What the search has found; `nil` while everything is shown.
  var matches: [Contact]?
  /// The contact whose details are shown.
  var opened: Contact?
  /// The phone numbers of those whose card has been downloaded.
  var phones: [Contact.ID: String] = [:]

  /// What the list shows.
  var visible: [Contact] { matches ?? contacts }
}

enum ContactListAction: Equatable, Sendable {
  case contactsChanged([Contact])
  case typed(String)
  case found([Contact])
  case opened(Contact.ID)
  case closed
  case phoneFound(Contact.ID, String)
}

typealias ContactListStore = ElmEngine.Store<ContactList, ContactListAction>

extension ContactList {
  static let debounce = Duration.milliseconds(200)

  @MainActor
  static func makeStore(options: StoreOptions = StoreOptions()) -> ContactListStore {
    ContactListStore(initialState: ContactList(), options: options, reduce: reduce)
  }

  private static func reduce(
    state: consuming ContactList,
    action: ContactListAction
  ) -> (ContactList, Effect<ContactListAction>) {
    switch action {
    case .contactsChanged(let contacts):
      state.contacts = contacts
      if let opened = state.opened { state.opened = contacts.first { $0.id == opened.id } }
      guard state.matches != nil else { return (state, .none) }
      let query = state.query
      return (state, search(query, in: contacts))
    case .typed(let query):
      state.query = query
      guard !query.isEmpty else {
        state.matches = nil
        return (state, .cancel("search"))
      }
      let contacts = state.contacts
      return (state, search(query, in: contacts).debounce(id: "search", for: debounce))
    case .found(let contacts):
      state.matches = contacts
      return (state, .none)
    case .opened(let id):
      state.opened = state.contacts.first { $0.id == id }
      return (state, .none)
    case .closed:
      state.opened = nil
      return (state, .none)
    case .phoneFound(let id, let phone):
      state.phones[id] = phone
      return (state, .none)
    }
  }

  /// Thousands of contacts are searched off the main actor; a newer search takes the place of the one before.
  private static func search(_ query: String, in contacts: [Contact]) -> Effect<ContactListAction> {
    .cancellable({ .found(contacts.filter { $0.matches(query) }) }, "search")
  }
}
