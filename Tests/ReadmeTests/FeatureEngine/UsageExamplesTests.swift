#if Exhaustive
import FeatureEngine
import Testing
import _StoreTestSupport

/// The samples of the reference's "Usage Examples".
@MainActor
@Suite struct UsageExamplesTests {
  // MARK: Async Operations with Error Handling

  struct DataFeature: Feature {
    @Observable
    final class State {
      var isLoading = false
      var data: [Item] = []
      // The sample's state lacks the message that its handler sets.
      var errorMessage: String?
    }

    enum Action: Sendable {
      case loadData
      case cancelLoad
    }

    let apiClient: Service

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

  @Test func `Async Operations with Error Handling`() async {
    let store = Store(initialState: DataFeature.State(), feature: DataFeature(apiClient: Service()))
    let handle = store.send(.loadData)
    #expect(store.state.isLoading)
    await handle.value
    #expect(store.state.data == [Item(name: "Swan")])
    #expect(!store.state.isLoading)
    #expect(store.state.errorMessage == nil)
  }

  @Test func `Async Operations with Error Handling: an error becomes a message`() async {
    let store = Store(initialState: DataFeature.State(), feature: DataFeature(apiClient: Service(isOnline: false)))
    await store.send(.loadData).value
    #expect(store.state.data.isEmpty)
    #expect(!store.state.isLoading)
    #expect(store.state.errorMessage == "You are offline.")
  }

  @Test(arguments: [true, false])
  func `Async Operations with Error Handling: a cancelled load shows neither data nor an error`(isOnline: Bool) async {
    let (watch, gate) = (DrainWatch(), Gate())
    let store = Store(
      initialState: DataFeature.State(),
      feature: DataFeature(apiClient: Service(isOnline: isOnline, wait: { await gate.pass() })),
      options: StoreOptions(observers: [watch])
    )
    store.send(.loadData)
    await gate.waitForArrivals(1)
    store.send(.cancelLoad)
    gate.open()
    #expect(!store.isTaskRunning(id: "load-data"))
    #expect(!store.state.isLoading)
    await watch.wait()
    #expect(store.state.data.isEmpty)
    #expect(store.state.errorMessage == nil)
  }

  // MARK: Network Requests

  struct NetworkFeature: Feature {
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

  @Test(arguments: [true, false]) func `Network Requests`(isOnline: Bool) async {
    let state = NetworkFeature.State()
    state.errorMessage = "The last one failed."
    let store = Store(initialState: state, feature: NetworkFeature { if !isOnline { throw Offline() } })
    let handle = store.send(.fetch)
    #expect(store.state.isLoading)
    #expect(store.state.errorMessage == nil)
    await handle.value
    #expect(!store.state.isLoading)
    #expect(store.state.errorMessage == (isOnline ? nil : "You are offline."))
  }
}
#endif
