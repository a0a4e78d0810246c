import ElmEngine
import FeatureEngine
import Observation

/// A store's state that counts, as an object.
@Observable
final class TallyState {
  var count = 0
  var note = ""
}

/// A feature over an object: its actions are added to the count, and zero starts a task that a test drives.
struct Tally: Feature {
  typealias State = TallyState
  typealias Action = Int

  var task: @MainActor (TallyState) async throws -> Void = { _ in }

  func handle() -> ActionHandler<Int, TallyState> {
    ActionHandler { action, state in
      guard action == 0 else {
        state.count += action
        return .none
      }
      return .run { state in try await task(state) }
    }
  }
}
