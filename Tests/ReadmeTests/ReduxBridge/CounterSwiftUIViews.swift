#if canImport(SwiftUI)
import ReduxBridge
import SwiftUI

// The reference's view and preview. They are compiled.

struct CounterView: Storable {
  @EnvironmentObject var dependency: Dependencies
  @StateObject var store: Store<CounterView.Feature>

  var body: some View {
    Text("count: \(store.state.count)")

    Button("Increment") {
      store.send(action: .increment)
    }

    Button("Decrement") {
      store.send(action: .decrement)
    }
  }
}

/// The reference's preview.
private struct CounterPreview: View {
  var body: some View {
    let dependency = Dependencies(service: Service())
    CounterView(
      store: .init(
        feature: .init(dependency: dependency),
        initialState: .init(count: 0)
      )
    ).environmentObject(dependency)
  }
}
#endif
