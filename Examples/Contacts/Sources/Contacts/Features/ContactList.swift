import ElmEngine

/// The list of contacts, and the search in it.
struct ContactList: Equatable, Sendable {
  var contacts: [Contact] = []
  var query = ""
  /// What the search has found; `nil` while everything is shown.
  var matches: [Contact]?

  /// What the list shows.
  var visible: [Contact] { matches ?? contacts }
}

enum ContactListAction: Equatable, Sendable {
  case contactsChanged([Contact])
  case typed(String)
  case found([Contact])
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
    }
  }

  /// Thousands of contacts are searched off the main actor; a newer search takes the place of the one before.
  private static func search(_ query: String, in contacts: [Contact]) -> Effect<ContactListAction> {
    .cancellable({ .found(contacts.filter { $0.matches(query) }) }, "search")
  }
}
