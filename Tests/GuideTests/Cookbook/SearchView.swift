#if canImport(SwiftUI)
import ElmEngine
import SwiftUI

// The view of the cookbook. It is compiled.

private struct Found: Equatable, Identifiable {
  let id: Int
  var title: String
}

private struct Search {
  var text = ""
  var results: [Found] = []
}

private enum SearchAction: Sendable {
  case typed(String)
  case refresh
}

private let search = ComposedReducer { (state: inout Search, action: SearchAction) in
  if case .typed(let text) = action { state.text = text }
  return .none
}

private struct SearchView: View {
  @State private var store = Store(initialState: Search(), reducer: search)
  @Environment(\.scenePhase) private var phase

  var body: some View {
    VStack {
      TextField("Search", text: store.binding(\.text) { .typed($0) })
      List(store.results) { result in Text(result.title) }
    }
    .refreshable { await Task { await store.send(.refresh).value }.value }
    .onChange(of: phase) { if phase == .background { store.cancelAll() } }
    .onDisappear { store.cancelAll() }
  }
}
#endif
