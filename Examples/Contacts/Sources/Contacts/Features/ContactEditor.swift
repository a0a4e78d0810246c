import ElmEngine

/// The sheet in which a contact gets another name.
struct ContactEditor: Equatable, Identifiable, Sendable {
  let id: Contact.ID
  var name: String

  /// Whether there is a name to save.
  var isComplete: Bool { name.contains { !$0.isWhitespace } }
}

enum ContactEditorAction: Equatable, Sendable {
  case named(String)
  /// The list saves the name, and closes the sheet.
  case done
}

extension ContactEditor {
  @MainActor static let reducer = ComposedReducer { (state: inout ContactEditor, action: ContactEditorAction) in
    if case .named(let name) = action { state.name = name }
    return .none
  }
}

extension ContactList {
  /// The sheet, as a child of the list.
  static let sheet = Child(\ContactList.editor, id: "editor", embed: ContactListAction.editor) { action in
    if case .editor(let action) = action { action } else { nil }
  }
}
