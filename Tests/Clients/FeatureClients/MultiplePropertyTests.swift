import FeatureEngine
import Testing

// The sample of the reference's "Pattern 2: Multiple Property Testing", as it stands there, with the dependencies that
// it does not show.
//
// The client's protocol is `Sendable`. Without any setting a plain protocol's asynchronous method runs outside of
// every actor (SE-0338): the feature, which lives on the main actor, would send its client there, and the compiler
// answers "sending 'self.apiClient' risks causing data races". With NonisolatedNonsendingByDefault the method runs where
// it is called, and with defaultIsolation(MainActor.self) the protocol belongs to the main actor itself; both do without.

private struct User: Sendable {
  var name: String
}

private protocol APIClient: Sendable {
  func fetchUser() async throws -> User
}

private struct MockAPIClient: APIClient {
  private struct Failure: Error {}

  var user: User?
  var shouldFail = false

  func fetchUser() async throws -> User {
    guard let user, !shouldFail else { throw Failure() }
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

  let apiClient: APIClient

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
