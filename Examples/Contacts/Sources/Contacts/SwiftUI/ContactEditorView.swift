#if canImport(SwiftUI)
import ElmEngine
import SwiftUI

/// The sheet in which a contact gets another name.
struct ContactEditorView: View {
  let editor: ScopedStore<ContactEditor, ContactEditorAction>
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack {
      TextField("Name", text: editor.binding(\.name) { .named($0) })
      Button("Save", action: editor.send(.done))
        .disabled(!editor.state.isComplete)
      // As a swipe does: the list is told by the binding that presents the sheet.
      Button("Cancel") { dismiss() }
    }
  }
}
#endif
