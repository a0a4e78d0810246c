import FeatureEngine
import Observation

/// A feature without a state, whose tasks a test chooses.
struct ClosureFeature: Feature {
  @Observable
  final class Nothing {}

  let task: @MainActor (String) -> ActionTask<String, Nothing>

  func handle() -> ActionHandler<String, Nothing> {
    ActionHandler { action, _ in task(action) }
  }
}
