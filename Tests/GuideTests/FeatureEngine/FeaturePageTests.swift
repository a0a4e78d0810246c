import FeatureEngine
import StoreTesting
import Testing

// The samples of FeatureEngine's page.

private struct User {
  var name: String
}

private protocol UserAPI: Sendable {
  func fetchUser() async throws -> User
}

private struct FoundUser: UserAPI {
  func fetchUser() async throws -> User { User(name: "Alice") }
}

private struct NoUser: UserAPI, LocalizedError {
  let errorDescription: String? = "nobody"

  func fetchUser() async throws -> User { throw self }
}

private struct UserFeature: Feature {
  @Observable
  final class State {
    var user: User?
    var isLoading = false
    var errorMessage: String?
  }

  enum Action: Sendable {
    case load
    case cancel
  }

  let api: any UserAPI

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .load:
        state.isLoading = true
        return .run(id: "load") {
          try await api.fetchUser()
        } then: { user, state in
          state.user = user
          state.isLoading = false
        }
        .catch { error, state in
          state.errorMessage = error.localizedDescription
          state.isLoading = false
        }

      case .cancel:
        state.isLoading = false
        return .cancel(id: "load")
      }
    }
    .use(LoggingMiddleware(category: "User"))
  }
}

/// A server that reports progress until its test says that the upload has ended.
private struct Server {
  let percents: AsyncStream<Int>
  let end: @Sendable (Int) -> Void

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    percents = stream
    end = { percent in
      continuation.yield(percent)
      continuation.finish()
    }
  }

  func upload(_ photo: String) -> AsyncStream<Int> { percents }
}

private struct UploadFeature: Feature {
  @Observable
  final class State {
    var percent = 0
    var isDone = false
  }

  enum Action: Sendable {
    case upload(String)
    case cancel
  }

  let server: Server

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .upload(let photo):
        return .run(id: "upload", each: server.upload(photo)) { percent, state in
          state.percent = percent
        } then: { state in
          state.isDone = true
        }

      case .cancel:
        return .cancel(id: "upload")
      }
    }
  }
}

@MainActor
@Suite struct FeaturePageTests {
  private let api: any UserAPI = FoundUser()

  @Test func `the first sample loads a user`() async {
    let store = Store(initialState: UserFeature.State(), feature: UserFeature(api: api))
    store.send(.load)
    let isLoading = store.isTaskRunning(id: "load")  // true, without an await in between

    #expect(isLoading)
    store.send(.cancel)
    #expect(!store.isTaskRunning(id: "load"))
    #expect(!store.state.isLoading)

    await store.send(.load).value
    #expect(store.state.user?.name == "Alice")

    #expect(!store.state.isLoading)
    #expect(store.state.errorMessage == nil)
  }

  @Test func `a test lets time pass`() async {
    let bench = TestBench()
    let store = Store(initialState: UserFeature.State(), feature: UserFeature(api: api), options: bench.options)
    store.send(.load)
    await bench.clock.advance(by: .seconds(1))
    #expect(store.state.user?.name == "Alice")
  }

  @Test func `the catch of the first sample shows an error`() async {
    let store = Store(initialState: UserFeature.State(), feature: UserFeature(api: NoUser()))
    await store.send(.load).value
    #expect(store.state.errorMessage == "nobody")
    #expect(!store.state.isLoading)
  }

  @Test(arguments: [true, false])
  func `the upload writes its progress and its end, and nothing after a cancel`(isCancelled: Bool) async {
    let server = Server()
    let store = Store(initialState: UploadFeature.State(), feature: UploadFeature(server: server))
    store.send(.upload("a.jpg"))
    if isCancelled { store.send(.cancel) }
    server.end(100)
    await store.settle()
    #expect(store.state.percent == (isCancelled ? 0 : 100))
    #expect(store.state.isDone == !isCancelled)
  }

  @Test func `actions are handled one after another`() async {
    let store = Store(initialState: UserFeature.State(), feature: UserFeature(api: api), ordering: .sequential)

    store.send(.load)
    store.send(.cancel)
    // The cancel has waited until the load had ended.
    await store.settle()
    #expect(store.state.user?.name == "Alice")
  }
}
