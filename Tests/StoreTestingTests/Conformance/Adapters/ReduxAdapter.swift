import ReduxBridge
import StoreTesting

/// The checks in ReduxBridge's words.
struct ReduxAdapter: ConformanceAdapter {
  /// Its effects are programs, so that what a reduce asks for is kept until its effect is asked for.
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
