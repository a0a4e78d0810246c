#if canImport(SwiftUI)
import ElmEngine
import Observation
import SwiftUI

// The samples of the reference's "SwiftUI Integration" and "Cancel Long-Running Operations". They are compiled; the
// sample's '@main' is left out, because a test bundle has an entry point of its own.

private struct AppState {
  var counter = 0
  var isLoading = false
}

private enum AppAction: Sendable {
  case increment
  case startLoading
  case finishLoading
}

/// A binding of an own store that sends an action.
private struct SearchField: View {
  @State private var store = Store<String, String>(initialState: "") { (_, text) in (text, .none) }

  var body: some View {
    TextField("Search", text: store.binding(\.self) { $0 })
  }
}

/// A binding whose action's changes are animated, and one of a state that cannot be compared.
private struct VolumeView: View {
  struct Volume { var isMuted = false }

  let store: Store<Volume, Bool>

  var body: some View {
    Toggle("Mute", isOn: store.binding(\.isMuted) { $0 }.animation())
    Button("Mute") { withAnimation { _ = store.send(true) } }
  }

  var whole: Binding<Volume> { store.binding(\.self) { $0.isMuted } }
}

private func reducer(state: AppState, action: AppAction) -> (AppState, Effect<AppAction>) {
  var newState = state
  switch action {
  case .increment:
    newState.counter += 1
    return (newState, .none)
  case .startLoading:
    newState.isLoading = true
    return (
      newState,
      .cancellable(
        {
          try await Task.sleep(nanoseconds: 2_000_000_000)
          return .finishLoading
        },
        "background-sync"
      )
    )
  case .finishLoading:
    newState.isLoading = false
    return (newState, .none)
  }
}

private struct MyApp: App {
  let store = Store(initialState: AppState(), reduce: reducer)

  var body: some Scene {
    WindowGroup {
      ContentView()
        .environment(store)
    }
  }
}

private struct ContentView: View {
  @Environment(Store<AppState, AppAction>.self) private var store

  var body: some View {
    VStack {
      Text("Counter: \(store.state.counter)")

      Button("Increment") {
        store.send(.increment)
      }

      if store.state.isLoading {
        ProgressView()
      } else {
        Button("Start Loading") {
          store.send(.startLoading)
        }
      }
    }
    // Cancel when view disappears
    .onDisappear {
      store.cancel("background-sync")
    }
  }
}
#endif
