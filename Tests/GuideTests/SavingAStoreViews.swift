#if canImport(SwiftUI)
import StorePersistence
import SwiftUI

// The view of the guide to saving. It is compiled.

struct SavedView<Content: View>: View {
  @Environment(\.scenePhase) private var scenePhase
  let saving: Persistence
  let content: Content

  var body: some View {
    content
      .onChange(of: scenePhase) { if $1 != .active { try? saving.saveNow() } }
  }
}
#endif
