#if canImport(SwiftUI)
import ReduxBridge
import SwiftUI

// The view of ReduxBridge's page. It is compiled.

protocol CounterFeatureDependencyType: Sendable {
  func increment(int: Int) async -> Int
}

private struct CounterView: Storable {
  @StateObject var store: Store<Feature>

  var body: some View {
    Text("count: \(store.state.count)")
    Button("Increment") { store.send(action: .increment) }
  }
}

extension CounterView {
  struct Feature: FeatureType {
    struct State { var count: Int }

    enum Action { case increment }

    var dependency: any CounterFeatureDependencyType

    func reduce(into state: inout State, action: Action) async {
      switch action {
      case .increment: state.count = await dependency.increment(int: state.count)
      }
    }
  }
}
#endif
