import ElmEngine

/// The list of contacts, the search in it, the contact that is open, and those that are about to be removed.
struct ContactList: Equatable, Sendable {
  var contacts: [Contact] { didSet { show() } }
  var query = ""
  /// The contacts that the search has found; `nil` while everything is shown.
  var matches: [Contact]? { didSet { show() } }
  /// The contact whose details are shown.
  var opened: Contact?
  /// The sheet, while it is shown.
  var editor: ContactEditor?
  /// What the alert says, while it is shown.
  var failure: String?
  /// The phone numbers of the contacts whose card has been downloaded.
  var phones: [Contact.ID: String] = [:]
  /// The contacts that the user has removed, and that the server still has.
  var removed: Set<Contact.ID> = [] { didSet { show() } }
  /// The removals that can be undone.
  var removals = History<Set<Contact.ID>>()

  /// The contacts that the list shows, stored because a computed list is computed again for each look at it.
  private(set) var visible: [Contact]

  init(contacts: [Contact] = []) {
    self.contacts = contacts
    visible = contacts
  }

  private mutating func show() {
    visible = (matches ?? contacts).filter { !removed.contains($0.id) }
  }
}

enum ContactListAction: Equatable, Sendable {
  case contactsChanged([Contact])
  case typed(String)
  case found([Contact])
  case opened(Contact.ID)
  case closed(Contact.ID)
  case phoneFound(Contact.ID, String)
  case removed(Contact.ID)
  case undo
  /// The server has removed them.
  case removalSaved(Set<Contact.ID>)
  case removalFailed
  case edit(Contact.ID)
  case editor(ContactEditorAction)
  /// The user has dismissed the sheet.
  case editorClosed
  case saved(Contact)
  case savingFailed
  /// The contacts could not be written to the database.
  case keepingFailed(String)
  /// The user has read the alert.
  case failureRead
}

typealias ContactListStore = ElmEngine.Store<ContactList, ContactListAction>

extension ContactList {
  static let debounce = Duration.milliseconds(200)
  /// The time in which a removal can be undone.
  static let grace = Duration.seconds(5)

  @MainActor
  static func makeStore(
    _ contacts: [Contact] = [],
    service: ContactService,
    options: StoreOptions = StoreOptions()
  ) -> ContactListStore {
    let reducer = ComposedReducer { (state: consuming ContactList, action: ContactListAction) in
      reduce(state: state, action: action, service: service)
    }
    .lifting(ContactEditor.reducer, at: sheet)
    .undoable(\.removed, history: \.removals) { (action: ContactListAction) in
      switch action {
      case .removed: .record
      case .undo: .undo
      case .removalSaved, .removalFailed: .clear
      default: .ignore
      }
    }
    return ContactListStore(initialState: ContactList(contacts: contacts), options: options, reducer: reducer)
  }

  private static func reduce(
    state: consuming ContactList,
    action: ContactListAction,
    service: ContactService
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
    case .closed(let id):
      if state.opened?.id == id { state.opened = nil }
      return (state, .none)
    case .phoneFound(let id, let phone):
      state.phones[id] = phone
      return (state, .none)
    case .removed(let id):
      state.removed.insert(id)
      if state.opened?.id == id { state.opened = nil }
      let removed = state.removed
      return (state, remove(removed, from: service))
    case .undo:
      // The effects of the step are cancelled; earlier removals wait anew.
      let removed = state.removed
      return (state, removed.isEmpty ? .cancel("removal") : remove(removed, from: service))
    case .removalSaved(let ids):
      state.contacts.removeAll { ids.contains($0.id) }
      state.matches?.removeAll { ids.contains($0.id) }
      state.removed = []
      return (state, .none)
    case .removalFailed:
      state.removed = []
      state.failure = "The contacts could not be removed."
      return (state, .none)
    case .edit(let id):
      state.editor = state.contacts.first { $0.id == id }.map { ContactEditor(id: $0.id, name: $0.name) }
      return (state, .none)
    case .editor(.named):
      return (state, .none)
    case .editor(.done):
      guard let editor = state.editor, editor.isComplete,
        var contact = state.contacts.first(where: { $0.id == editor.id })
      else { return (state, .none) }
      state.editor = nil
      contact.name = editor.name
      return (state, save(contact, to: service))
    case .editorClosed:
      state.editor = nil
      return (state, .none)
    case .saved(let contact):
      state.replace(contact)
      return (state, .none)
    case .savingFailed:
      state.failure = "The name could not be saved."
      return (state, .none)
    case .keepingFailed(let reason):
      state.failure = "The contacts could not be kept: \(reason)"
      return (state, .none)
    case .failureRead:
      state.failure = nil
      return (state, .none)
    }
  }

  private mutating func replace(_ contact: Contact) {
    contacts = contacts.map { $0.id == contact.id ? contact : $0 }
    matches = matches?.map { $0.id == contact.id ? contact : $0 }
    if opened?.id == contact.id { opened = contact }
  }

  /// Contacts are saved one after another.
  private static func save(_ contact: Contact, to service: ContactService) -> Effect<ContactListAction> {
    .task(id: "save") {
      try await service.save(contact)
      return .saved(contact)
    }
    .catch { _ in .savingFailed }
    .policy(.queue(limit: 10))
  }

  /// Sends all removals to the server at once, when there was none for a while.
  private static func remove(_ ids: Set<Contact.ID>, from service: ContactService) -> Effect<ContactListAction> {
    .task {
      try await service.remove(ids)
      return .removalSaved(ids)
    }
    .catch { _ in .removalFailed }
    .debounce(id: "removal", for: grace)
  }

  /// Thousands of contacts are searched off the main actor; a newer search replaces the previous one.
  private static func search(_ query: String, in contacts: [Contact]) -> Effect<ContactListAction> {
    .cancellable({ .found(contacts.filter { $0.matches(query) }) }, "search")
  }
}
