import FeatureEngine

/// The same search as a feature.
struct SearchFeature: Feature {
  @Observable
  final class State {
    var results: [String] = []
    var isLoading = false
    var errorMessage: String?
    var likes = 0
  }

  enum Action: Sendable, Equatable {
    case load(String)
    case found([String])
    case cancel
    case like
    case liked
  }

  let service: SearchService

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .load(let text):
        state.isLoading = true
        state.errorMessage = nil
        return .run(id: "search") { _, send in
          send(.found(try await service.search(text)))
        }
        .catch { error, state in
          state.errorMessage = error.localizedDescription
          state.isLoading = false
        }

      case .found(let results):
        state.results = results
        state.isLoading = false
        return .none

      case .cancel:
        state.isLoading = false
        return .cancel(id: "search")

      case .like:
        return .run { _, send in
          _ = try await service.search("like")
          send(.liked)
        }

      case .liked:
        state.likes += 1
        return .none
      }
    }
  }
}
