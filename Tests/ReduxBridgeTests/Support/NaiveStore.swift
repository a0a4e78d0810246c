import ReduxBridge

/// The reference's own store, the reason for this package's: two reduces overlap, and one update is lost.
final class NaiveStore<Feature: FeatureType>: ObservableObject {
  @Published var state: Feature.State
  private var feature: Feature

  init(feature: Feature, initialState state: Feature.State) {
    self.feature = feature
    self.state = state
  }

  /// The reference's, apart from the task, which it returns.
  @MainActor
  @discardableResult
  func send(action: Feature.Action) -> Task<Void, Never> {
    Task {
      await feature.reduce(into: &state, action: action)
    }
  }
}
