import FeatureEngine

/// The sync with the server: tried three times, given up after half a minute.
struct ContactSync: Feature {
  enum Phase: Equatable, Sendable {
    case idle
    case syncing
    case synced
    case failed(String)
  }

  @Observable
  final class State {
    var phase = Phase.idle
    var contacts: [Contact] = []
  }

  enum Action: Equatable, Sendable {
    case sync
    case cancel
  }

  static let patience = Duration.seconds(30)

  let service: ContactService

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { [service] action, state in
      switch action {
      case .sync:
        state.phase = .syncing
        return .run(id: "sync") { state in
          state.contacts = try await service.contacts()
          state.phase = .synced
        }
        .retry(RetryPolicy(attempts: 3, delay: .seconds(1)))
        .timeout(after: Self.patience)
        .catch { error, state in state.phase = .failed("\(error)") }
        // A second request is refused while a sync runs.
        .policy(.keepRunning)
      case .cancel:
        state.phase = .idle
        return .cancel(id: "sync")
      }
    }
  }
}

typealias ContactSyncStore = FeatureEngine.Store<ContactSync>
