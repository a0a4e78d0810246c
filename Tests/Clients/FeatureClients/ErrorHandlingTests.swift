import FeatureEngine
import Testing

// The features of the reference's "Async Operations with Error Handling" and "Network Requests". The samples' items,
// client and call are those below; the first sample's state lacks the message that its handler sets.

private struct Item: Equatable, Sendable {
  var name: String
}

private struct Offline: LocalizedError {
  var errorDescription: String? { "You are offline." }
}

private struct APIClient: Sendable {
  var isOnline: Bool

  func fetch() async throws -> [Item] {
    guard isOnline else { throw Offline() }
    return [Item(name: "Swan")]
  }
}

private struct DataFeature: Feature {
  @Observable
  final class State {
    var isLoading = false
    var data: [Item] = []
    var errorMessage: String?
  }

  enum Action: Sendable {
    case loadData
    case cancelLoad
  }

  let apiClient: APIClient

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .loadData:
        state.isLoading = true
        return .run(id: "load-data") { state in
          let data = try await apiClient.fetch()
          state.data = data
          state.isLoading = false
        }
        .catch { error, state in
          state.isLoading = false
          state.errorMessage = error.localizedDescription
        }

      case .cancelLoad:
        state.isLoading = false
        return .cancel(id: "load-data")
      }
    }
  }
}

private struct NetworkFeature: Feature {
  @Observable
  final class State {
    var isLoading = false
    var errorMessage: String?
  }

  enum Action: Sendable {
    case fetch
  }

  let networkCall: @Sendable () async throws -> Void

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .fetch:
        state.isLoading = true
        state.errorMessage = nil
        return .run(id: "fetch") { state in
          try await networkCall()
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

/// Does what SwiftUI's modifier of the same name does with its closure.
private func task(@_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void) async {
  await action()
}

@MainActor
@Suite struct ErrorHandlingTests {
  @Test func `data is loaded, and a view's task waits for it`() async {
    let store = Store(
      initialState: DataFeature.State(),
      feature: DataFeature(apiClient: APIClient(isOnline: true))
    )
    await task {
      await store.send(.loadData).value  // ✅ Safe async
    }

    #expect(store.state.data == [Item(name: "Swan")])
    #expect(!store.state.isLoading)
    #expect(store.state.errorMessage == nil)
  }

  @Test func `an error is shown as a message`() async {
    let store = Store(
      initialState: DataFeature.State(),
      feature: DataFeature(apiClient: APIClient(isOnline: false))
    )
    await store.send(.loadData).value

    #expect(store.state.data.isEmpty)
    #expect(!store.state.isLoading)
    #expect(store.state.errorMessage == "You are offline.")
  }

  @Test func `a cancelled load shows neither data nor an error`() async {
    let store = Store(
      initialState: DataFeature.State(),
      feature: DataFeature(apiClient: APIClient(isOnline: true))
    )
    store.send(.loadData)
    #expect(store.state.isLoading)
    await store.send(.cancelLoad).value
    #expect(!store.isTaskRunning(id: "load-data"))
    await store.settle()

    #expect(store.state.data.isEmpty)
    #expect(!store.state.isLoading)
    #expect(store.state.errorMessage == nil)
  }

  @Test(arguments: [true, false]) func `a network request`(isOnline: Bool) async {
    let store = Store(
      initialState: NetworkFeature.State(),
      feature: NetworkFeature(networkCall: { if !isOnline { throw Offline() } })
    )
    store.send(.fetch)
    #expect(store.state.isLoading)
    await store.settle()

    #expect(!store.state.isLoading)
    #expect(store.state.errorMessage == (isOnline ? nil : "You are offline."))
  }
}
