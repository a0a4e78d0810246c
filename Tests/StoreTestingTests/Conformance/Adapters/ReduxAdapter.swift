import ReduxBridge
import StoreTesting

/// The checks for ReduxBridge.
struct ReduxAdapter: ConformanceAdapter {
  /// A reduce's program is kept until its effect is requested.
  final class Checked: FeatureType {
    private var effect = ConformanceEffect.none

    func reduce(into state: inout [String], action: ConformanceAction) async {
      effect = action.handle(&state)
    }

    func effect(of action: ConformanceAction, state: [String]) -> EffectProgram<ConformanceAction> {
      effect.program
    }
  }

  func makeStore(options: StoreOptions) -> Store<Checked> {
    Store(feature: Checked(), initialState: [], options: options)
  }

  func handled(in state: [String]) -> [String] { state }
}
