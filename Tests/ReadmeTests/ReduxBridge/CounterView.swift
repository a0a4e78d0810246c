// swift-format-ignore-file: UseSynthesizedInitializer
// The reference's feature has one.

import Foundation
import ReduxBridge

// The reference's samples: the dependency, and the feature. This target has
// 'NonisolatedNonsendingByDefault' on, by which a dependency need not be 'Sendable'.

protocol CounterFeatureDependencyType {
  func increment(int: Int) async -> Int
  func decrement(int: Int) async -> Int
}

extension Service {
  func increment(int: Int) async -> Int { int + 1 }
  func decrement(int: Int) async -> Int { int - 1 }
}

final class Dependencies: ObservableObject {
  let service: Service

  init(service: Service) {
    self.service = service
  }
}

extension Dependencies: CounterFeatureDependencyType {
  func increment(int: Int) async -> Int {
    await service.increment(int: int)
  }

  func decrement(int: Int) async -> Int {
    await service.decrement(int: int)
  }
}

#if !canImport(SwiftUI)
/// A stand-in for the view on platforms without SwiftUI.
struct CounterView: Storable {
  let store: Store<CounterView.Feature>
}
#endif

extension CounterView {
  struct Feature: FeatureType {
    struct State {
      var count: Int
    }

    enum Action {
      case increment
      case decrement
    }

    var dependency: CounterFeatureDependencyType

    init(dependency: CounterFeatureDependencyType) {
      self.dependency = dependency
    }

    func reduce(into state: inout State, action: Action) async {
      switch action {
      case .increment:
        state.count = await dependency.increment(int: state.count)
      case .decrement:
        state.count = await dependency.decrement(int: state.count)
      }
    }
  }
}
