import FeatureEngine
import Testing

// The sample of the reference's "Pattern 2: Multiple Property Testing", as it stands there but for the word 'any', which
// this package's setting ExistentialAny asks for. The client, its mock and the user are not shown there.

private protocol APIClient: Sendable {
  func fetchUser() async throws -> User
}

private struct MockAPIClient: APIClient {
  var user: User?
  var shouldFail = false

  func fetchUser() async throws -> User {
    guard let user, !shouldFail else { throw Offline() }
    return user
  }
}

private struct AppFeature: Feature {
  @Observable
  final class State {
    var user: User?
    var isLoading = false
    var errorMessage: String?
  }

  enum Action: Sendable {
    case loadUser
  }

  let apiClient: any APIClient

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .loadUser:
        state.isLoading = true
        state.errorMessage = nil
        return .run(id: "load") { state in
          let user = try await apiClient.fetchUser()
          state.user = user
          state.isLoading = false
        }
        .catch { error, state in
          state.errorMessage = error.localizedDescription
          state.isLoading = false
        }
      }
    }
  }
}

@MainActor
@Suite struct AppFeatureTests {
  @Test func loadUserSuccess() async {
    let store = Store(
      initialState: AppFeature.State(),
      feature: AppFeature(apiClient: MockAPIClient(user: User(name: "Alice")))
    )

    // Action sends and waits
    await store.send(.loadUser).value

    // Test multiple properties
    #expect(store.state.user?.name == "Alice")
    #expect(!store.state.isLoading)
    #expect(store.state.errorMessage == nil)
  }

  @Test func loadUserFailure() async {
    let store = Store(
      initialState: AppFeature.State(),
      feature: AppFeature(apiClient: MockAPIClient(shouldFail: true))
    )

    await store.send(.loadUser).value

    // Verify error state
    #expect(store.state.user == nil)
    #expect(!store.state.isLoading)
    #expect(store.state.errorMessage != nil)
  }
}
